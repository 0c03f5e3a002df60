import CIS
import CISBridge
import TestSupport
import Testing

/// No input traps, takes unbounded memory or time, or makes a sender wait for ever.
@MainActor
@Suite struct `B7 bad input: bounds` {
    private func code(ofReading text: String) -> WireError.Code? {
        do {
            _ = try JSONReader.read(Array("\"\(text)\"".utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a text of combining marks, which costs the square of its length to compare, is refused`() {
        let marks = String(repeating: "\u{301}", count: 1_000) + String(repeating: "\u{316}", count: 1_000)
        #expect(code(ofReading: "a" + marks) == .badJSON)
        #expect(code(ofReading: String(repeating: "\\u0301\\u0316", count: 1_000)) == .badJSON)
        // In Unicode these are letters, but each is decomposed into two marks.
        #expect(code(ofReading: "a" + String(repeating: "\u{0F73}", count: 1_000)) == .badJSON)
        #expect(
            code(ofReading: String(repeating: "a", count: 300) + String(repeating: "\u{301}", count: 65)) == .badJSON)
    }

    @Test func `a text with marks as people write them is read`() {
        let letter = "a" + String(repeating: "\u{301}", count: 64)
        #expect(code(ofReading: String(repeating: letter, count: 100)) == nil)
        #expect(code(ofReading: String(repeating: "견적 ä 🧾 \u{0F73}", count: 1_000)) == nil)
    }

    @Test func `a host that waits for room while its messages are handled is called when there is room`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 2_000
        let session = ShopApp(limits: limits).app.session()
        while session.send(Array("nonsense".utf8)) {}
        let hasRoom = LockedValue(false)
        // The answer to the first message comes while the others are handled.
        session.onMessages { [weak session] in session?.whenRoom { hasRoom.withLock { $0 = true } } }
        await mainActorJobsBehind()
        #expect(hasRoom.withLock { $0 })
        #expect(session.next() != nil)
    }

    @Test func `after the end of a connection no caller waits for room, even if messages were not taken`() async {
        let shop = ShopApp()
        let session = shop.app.session()
        session.send(Array("nonsense".utf8))
        await mainActorJobsBehind()
        session.disconnect()
        #expect(!session.isFinished, "the answer was not taken")
        #expect(session.send(Array("nonsense".utf8)), "dropped")
        await mainActorJobsBehind()
        #expect(session.next() != nil)
        #expect(session.next() == nil)
    }

    @Test func `a message that is longer than the limit of waiting bytes is accepted when nothing waits`() async {
        var limits = BridgeLimits()
        limits.message = 4_000
        limits.waitingBytes = 1_000
        let shop = ShopApp(limits: limits)
        let session = shop.app.session()
        let long = Array((#"{"type":"hello","v":[1,1],"more":""# + String(repeating: "a", count: 2_000) + "\"}").utf8)
        var isTaken = session.send(long)
        #expect(isTaken)
        isTaken = session.send(long)
        #expect(!isTaken, "one at a time")
        await mainActorJobsBehind()
        isTaken = session.send(long)
        #expect(isTaken)
    }

    @Test func `the greatest integers can be used as limits`() async {
        var limits = BridgeLimits()
        limits.message = .max
        limits.depth = .max
        limits.scenes = .max
        limits.inFlight = .max
        limits.waitingBytes = .max
        limits.retainedSessions = .max
        let shop = ShopApp(limits: limits)
        let host = Host(shop.app)
        let welcome = await host.connect()
        #expect(welcome["limits"]?["message"]?.intValue != nil, "a number that every language has")
        await host.open()
        host.send(String(repeating: "[", count: 200_000))
        #expect(await host.next()["code"] == .text("tooDeep"), "the stack has its own limit")
        host.act(#"{"rename":{"_0":"a"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
        var splitter = LineSplitter(limit: .max)
        #expect(splitter.take(Array("a\n".utf8)) == [.message(Array("a".utf8))])
    }

    private func open(_ name: String, ref: Int, inputBytes count: Int) -> String {
        let title = String(repeating: "a", count: count)
        return #"{"type":"open","ref":\#(ref),"scene":"\#(name)","input":{"id":1,"title":"\#(title)"}}"#
    }

    @Test func `the inputs that are kept of open scenes are bounded, and those that no scene takes are not kept`() async
    {
        var limits = BridgeLimits()
        limits.waitingBytes = 10_000
        let shop = ShopApp(limits: limits)
        let host = Host(shop.app)
        await host.connect()
        for ref in 1...5 {
            host.send(open("shop", ref: ref, inputBytes: 4_000))
            #expect(await host.next().type == "opened")
        }
        for ref in 6...7 {
            host.send(open("named", ref: ref, inputBytes: 4_000))
            #expect(await host.next().type == "opened")
        }
        host.send(open("named", ref: 8, inputBytes: 4_000))
        let refused = await host.next()
        #expect(refused["code"] == .text("tooManyScenes"))
        #expect(refused["at"] == .text("/input"))
        host.send(#"{"type":"close","scene":6}"#)
        _ = await host.next("closed")
        host.send(open("named", ref: 9, inputBytes: 4_000))
        #expect(await host.next()["ref"] == .int(9))
    }
}
