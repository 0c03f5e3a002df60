import CIS
import CISBridge
import TestSupport
import Testing

/// A session outlives its connection, and after that its scenes are saved in a snapshot. A resumed session continues from the
/// revisions that the host has.
@MainActor
@Suite struct `B6 resume` {
    /// A host that was connected, has a shop with a name, and has lost its connection.
    func lost(_ shop: ShopApp) async -> (host: Host, resumption: String) {
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"rename":{"_0":"before"}}"#)
        _ = await host.rest()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        #expect(await host.next().type == "end")
        return (host, resumption)
    }

    /// The same page with a new connection.
    func back(_ shop: ShopApp, _ old: Host, _ resumption: String, schema: String? = nil) async -> (
        Host, JSONTree
    ) {
        let host = Host(shop.app)
        host.remember(old)
        let welcome = await host.connect(resume: resumption, schema: schema)
        return (host, welcome)
    }

    @Test func `a host that reconnects continues where it was, and its actions run`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let (host, welcome) = await back(shop, old, resumption)
        #expect(welcome["resumed"] == .bool(true))
        #expect(welcome["scenes"]?["1"] == .int(1), "proof that the scene lives")
        #expect(await host.rest().isEmpty, "the host knows everything")
        host.act(#"{"rename":{"_0":"after"}}"#)
        #expect(await host.next().type == "patch")
        #expect(host.states[1]?["name"] == .text("after"))
    }

    @Test func `a reconnected host receives what it missed, and an action in flight is answered`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"slow":{}}"#, ref: 7)
        await shop.worker.gate.reached()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        shop.worker.gate.open()
        await shop.worker.answered.pass()
        await shop.worker.scene?.execute(.rename("meanwhile")).value
        let (again, _) = await back(shop, host, resumption)
        again.act(#"{"slow":{}}"#, number: 1, ref: 8)
        #expect(await again.next("done")["ref"] == .int(7), "to the reference of then")
        #expect(await again.next("done")["ref"] == .int(8))
        #expect(again.states[1]?["name"] == .text("meanwhile"))
        #expect(again.states[1]?["count"] == .int(1))
        #expect(shop.worker.handled.count == 2, "not run again")
    }

    @Test func `a host that has missed a state gets it in full`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let stale = resumption.replacing(#""1":1"#, with: #""1":0"#)
        let (host, _) = await back(shop, old, stale)
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["state"])
        #expect(messages.first?["rev"] == .int(1))
    }

    @Test func `a reconnected host receives scenes that were opened and closed without it`() async {
        let shop = ShopApp()
        let old = Host(shop.app)
        let welcome = await old.connect()
        await old.open()
        await old.open(ref: 501)
        let resumption = old.resumption(welcome)
        old.send(#"{"type":"close","scene":2}"#)
        _ = await old.rest()
        old.session.disconnect()
        #expect(resumption.contains(#""1":0"#))
        let (host, _) = await back(
            shop, old, resumption.replacing(#""1":0,"#, with: "").replacing(#","1":0"#, with: ""))
        let messages = await host.rest()
        #expect(messages.map(\.type) == ["closed", "opened"])
        #expect(messages.first?["scene"] == .int(2))
        #expect(messages.last?["ref"] == .int(500))
    }

    @Test func `a token is refused a second time once the host has sent a message`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let (first, welcome) = await back(shop, old, resumption)
        _ = await first.rest()
        let (second, other) = await back(shop, old, resumption)
        #expect(other["resumed"] == .bool(false))
        #expect(other["session"] != welcome["session"])
        #expect(await second.rest().map { $0["code"] } == [.text("cannotResume")])
        first.act(#"{"rename":{"_0":"mine"}}"#)
        #expect(await first.rest().map(\.type) == ["patch", "done"], "the first is undisturbed")
    }

    @Test func `if a welcome was lost, the previous token is still valid`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        _ = await back(shop, old, resumption)
        let (_, welcome) = await back(shop, old, resumption)
        #expect(welcome["resumed"] == .bool(true))
    }

    @Test func `a hello that was held up on its way, and arrives behind its repetition, costs no session`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let (host, welcome) = await back(shop, old, resumption)
        let (late, _) = await back(shop, old, resumption)
        #expect(await host.next().type == "end")
        late.session.disconnect()
        let (again, resumed) = await back(shop, host, host.resumption(welcome))
        #expect(resumed["resumed"] == .bool(true))
        again.act(#"{"rename":{"_0":"after"}}"#)
        #expect(await again.next().type == "patch")
    }

    @Test func `a wrong token begins a new session and says so`() async {
        let shop = ShopApp()
        let (old, _) = await lost(shop)
        let (host, welcome) = await back(shop, old, #"{"session":"s-1","token":"guessed","seen":{}}"#)
        #expect(welcome["resumed"] == .bool(false))
        #expect(welcome["session"] == .text("s-2"))
        #expect(await host.next()["code"] == .text("cannotResume"))
        #expect(shop.app.sessionCount == 2, "the other is still there for its owner")
    }

    @Test func `a changed schema begins a new session and says so`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let (host, welcome) = await back(shop, old, resumption, schema: "other")
        #expect(welcome["resumed"] == .bool(false))
        #expect(await host.next()["code"] == .text("otherSchema"))
        #expect(await host.next()["got"]?.textValue?.hasPrefix("the schema other") == true)
    }

    @Test func `a host that reconnects chooses its window anew`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let host = Host(shop.app)
        host.remember(old)
        host.acknowledges = false
        await host.connect(window: 2, resume: resumption)
        for index in 1...3 {
            host.act(#"{"rename":{"_0":"\#(index)"}}"#)
            _ = await host.rest()
        }
        #expect(host.received.count { $0.type == "patch" } == 2)
    }

    @Test func `a connection whose loss was not noticed is taken over`() async {
        let shop = ShopApp()
        let old = Host(shop.app)
        let welcome = await old.connect()
        await old.open()
        let (host, again) = await back(shop, old, old.resumption(welcome))
        #expect(again["resumed"] == .bool(true))
        #expect(await old.next("end").type == "end")
        old.send(#"{"type":"close","scene":1}"#)
        old.session.disconnect()
        host.act(#"{"rename":{"_0":"mine"}}"#)
        await mainActorJobsBehind()
        for _ in 1...2 { await startsOfActions() }  // and the job that sends its commit
        // Taken without waiting, because a session without a connection answers nothing.
        let answer = host.session.next().map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
        #expect(answer.hasPrefix(#"{"type":"patch""#), "\(answer)")
    }

    @Test func `errors of a connection that was taken over are not sent to its successor`() async {
        let shop = ShopApp()
        let old = Host(shop.app)
        let welcome = await old.connect()
        await old.open()
        let (host, _) = await back(shop, old, old.resumption(welcome))
        old.send("nonsense")
        await mainActorJobsBehind()
        #expect(await host.rest().isEmpty)
    }

    @Test func `a second hello after one with a refused version begins no session`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        host.send(#"{"type":"hello","v":[2,3]}"#)
        host.send(#"{"type":"hello","v":[1,1]}"#)
        #expect(await host.next()["code"] == .text("badVersion"))
        #expect(await host.next().type == "end")
        await mainActorJobsBehind()
        #expect(shop.app.sessionCount == 0)
    }

    @Test func `an output that was sent without a connection is delivered`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        await shop.worker.scene?.execute(.tell("gone?")).value
        let (host, _) = await back(shop, old, resumption)
        #expect(await host.next("output")["value"]?.text == #"{"said":{"_0":"gone?"}}"#)
    }

    @Test func `an uncall that was sent without a connection is delivered`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        shop.worker.scene?.stop()
        await mainActorJobsBehind()
        let (again, _) = await back(shop, host, resumption)
        #expect(await again.rest().contains { $0.type == "uncall" && $0["call"] == .int(1) })
    }

    @Test func `outputs that were kept are not lost with the states that are sent before them`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 8_000
        let shop = ShopApp(limits: limits)
        let (_, resumption) = await lost(shop)
        let scene = shop.worker.scene
        await scene?.execute(.add(id: 1, title: String(repeating: "a", count: 3_000))).value
        for index in 0..<200 { await scene?.execute(.tell("\(index)")).value }
        let host = shop.app.session()
        host.send(Array("{\"type\":\"hello\",\"v\":[1,1],\"resume\":\(resumption)}".utf8))
        // No message is read before all are sent.
        await mainActorJobsBehind()
        var messages: [JSONTree] = []
        while let message = host.next() { messages.append((try? JSONReader.read(message)) ?? .null) }
        #expect(messages.prefix(2).map(\.type) == ["welcome", "state"])
        let said = messages.dropFirst(2).map { $0["value"]?.text ?? $0.text }
        #expect(said == (0..<200).suffix(said.count).map { #"{"said":{"_0":"\#($0)"}}"# }, "the newest")
        #expect(said.count > 50)
        #expect(!host.isFinished)
    }

    @Test func `scenes that never existed are not answered`() async {
        let shop = ShopApp()
        let (old, resumption) = await lost(shop)
        let invented = (2...50).map { "\"\($0)\":1" }.joined(separator: ",")
        let (host, _) = await back(
            shop, old, resumption.replacing(#""1":1"#, with: #""1":1,"0":1,"-1":1,\#(invented)"#))
        #expect(await host.rest().isEmpty)
    }
}
