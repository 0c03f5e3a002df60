import CISBridge
import TestSupport
import Testing

/// The example conversation of the article about the wire format, message by message.
@MainActor
@Suite struct `The wire` {
    @Test func `a scene is opened, acted on and shown as the contract has it`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        #expect(welcome.type == "welcome")
        #expect(welcome["resumed"] == .bool(false))
        #expect(welcome["limits"]?.text == #"{"message":1048576,"depth":64,"scenes":256,"inFlight":256}"#)
        let opened = await host.open(ref: 1)
        #expect(opened["ref"] == .int(1))
        #expect(opened["scene"] == .int(1))
        #expect(opened["name"] == .text("shop"))
        #expect(opened["rev"] == .int(0))
        #expect(opened["state"]?.text == #"{"name":"","count":0,"big":0,"rows":[]}"#)
        host.act(#"{"rename":{"_0":"sw"}}"#, ref: 2)
        let patch = await host.next()
        #expect(
            patch.text.hasPrefix(#"{"type":"patch","scene":1,"base":0,"rev":1,"ops":[{"op":"replace","path":"/name""#))
        #expect(await host.next().text == #"{"type":"done","ref":2,"end":"finished","rev":1}"#)
        host.act(#"{"noSuchCase":{}}"#, number: 2, ref: 3)
        let error = await host.next()
        #expect(error["ref"] == .int(3))
        #expect(error["code"] == .text("badAction"))
        #expect(error["at"] == .text("/action"))
        #expect(error["expected"]?.textValue?.hasPrefix("nothing, rename, add, insertFirst") == true)
        #expect(error["got"] == .text("noSuchCase"))
        #expect(error["fatal"] == .bool(false))
    }

    @Test func `a scene is made from its input`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        await host.connect()
        host.send(#"{"type":"open","ref":1,"scene":"named","input":{"id":1,"title":"first"}}"#)
        #expect(await host.next()["state"]?["name"] == .text("first"))
        host.send(#"{"type":"open","ref":2,"scene":"named","input":{"id":"one"}}"#)
        let error = await host.next()
        #expect(error["code"] == .text("badInput"))
        #expect(error["at"] == .text("/input/id"))
        host.send(#"{"type":"open","ref":3,"scene":"nobody"}"#)
        #expect(await host.next()["expected"] == .text("named, shop"))
    }

    @Test func `a scene whose input is optional is opened with it, with null and without it`() async {
        let workers = ShopApp.Workers()
        let app = BridgedApp {
            BridgedScene("shop") { (input: Shop.Row?, host: BridgeHost) in
                Shop.assemble(Shop.State(name: input?.title ?? "none"), worker: workers.make(host))
            }
        }
        let host = Host(app)
        await host.connect()
        let inputs = [(#","input":{"id":1,"title":"first"}"#, "first"), (#","input":null"#, "none"), ("", "none")]
        for (index, (input, name)) in inputs.enumerated() {
            host.send(#"{"type":"open","ref":\#(index + 1),"scene":"shop"\#(input)}"#)
            #expect(await host.next()["state"]?["name"] == .text(name), "\(input)")
        }
    }

    @Test func `an output of a scene is sent after the state that led to it`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"tell":{"_0":"hello"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "output", "done"])
        #expect(host.received.dropFirst(3).first?["value"]?.text == #"{"said":{"_0":"hello"}}"#)
    }

    @Test func `a reader on the main actor takes a waiting message without leaving it`() async {
        let host = await ShopApp().host()
        for _ in 0..<3 { host.send("nonsense") }
        await mainActorJobsBehind()
        let executor = CountingExecutor()
        let session = host.session
        await Task(executorPreference: executor) { await Self.takeTwo(session, executor) }.value
    }

    private static func takeTwo(_ session: BridgeSession, _ executor: CountingExecutor) async {
        let before = executor.count
        #expect(await session.messages.next() != nil)
        for await message in session.messages {
            #expect(!message.isEmpty)
            break
        }
        #expect(executor.count == before, "going to another thread and back costs more than most actions")
    }

    @Test func `an emoji and Korean keys and texts arrive as they are`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"견적 🧾 \ud83d\ude00"}}"#)
        _ = await host.rest()
        #expect(host.states[1]?["name"] == .text("견적 🧾 😀"))
        let tree = try? TreeEncoder.encode(["견적": 1, "🧾/~": 2])
        #expect(tree.flatMap { try? JSONReader.read($0.bytes) } == tree)
    }

    @Test func `the first message must be hello, and only once`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        host.send(#"{"type":"open","ref":1,"scene":"shop"}"#)
        #expect(await host.next()["code"] == .text("noHello"))
        await host.connect()
        host.send(#"{"type":"hello","v":[1,1]}"#)
        #expect(await host.next()["code"] == .text("secondHello"))
    }

    @Test func `a host with another version is refused`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        host.send(#"{"type":"hello","v":[2,3]}"#)
        let error = await host.next()
        #expect(error["code"] == .text("badVersion"))
        #expect(error["fatal"] == .bool(true))
        #expect(await host.next().type == "end")
    }
}
