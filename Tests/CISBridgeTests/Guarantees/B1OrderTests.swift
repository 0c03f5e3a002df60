import CISBridge
import TestSupport
import Testing

/// Actions are executed in the order of `n`, with the guarantees G1 to G12. Messages are sent in the order of the events that
/// they report.
@MainActor
@Suite struct `B1 order` {
    @Test func `actions run in the order of their numbers, even if many arrive at once`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for index in 1...600 {
            host.act(#"{"rename":{"_0":"\#(index)"}}"#)
            if index.isMultiple(of: 200) { _ = await host.rest() }
        }
        _ = await host.rest()
        #expect(shop.worker.handled == (1...600).map { #"rename("\#($0)")"# })
        #expect(host.states[1]?["name"] == .text("600"))
    }

    @Test func `actions that end in one turn are done in the order in which they end`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for ref in [3, 9, 1] { host.act(#"{"nothing":{}}"#, ref: ref) }
        #expect(await host.rest().map { $0["ref"]?.intValue } == [3, 9, 1])
    }

    @Test func `an error is sent after the patch of the action before it`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"a"}}"#)
        host.send("nonsense")
        #expect(await host.rest().map(\.type) == ["patch", "done", "error"])
    }

    // As on Apple systems before version 26 (edge case 62).
    @Test func `messages are handled behind the actions before them, also if every start is deferred`() async {
        let shop = ShopApp()
        let host = await shop.host()
        shop.worker.scene?.deferEveryStart()
        host.act(#"{"rename":{"_0":"a"}}"#)
        host.send("nonsense")
        host.send(#"{"type":"close","scene":1}"#)
        var types: [String] = []
        while types.last != "closed", types.count < 6 { types.append(await host.next().type) }
        #expect(types == ["patch", "done", "error", "closed"])
    }

    @Test func `actions before bye are done, also if every start is deferred`() async {
        let shop = ShopApp()
        let host = await shop.host()
        shop.worker.scene?.deferEveryStart()
        for name in ["a", "b"] { host.act(#"{"rename":{"_0":"\#(name)"}}"#) }
        host.send(#"{"type":"bye"}"#)
        #expect(await host.next("end").type == "end")
        #expect(host.received.suffix(3).map(\.type) == ["patch", "done", "done"])
        #expect(host.states[1]?["name"] == .text("b"))
    }

    @Test func `a scene is opened and closed after the messages about the actions before`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"a"}}"#)
        host.send(#"{"type":"open","ref":600,"scene":"shop"}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done", "opened"])
        host.act(#"{"rename":{"_0":"b"}}"#)
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done", "closed"])
    }

    @Test(.requiresStartInPlace)
    func `a call is sent after the state of the commit of an action that was started in place before it`() async throws
    {
        let shop = ShopApp()
        let host = await shop.host()
        let worker = try #require(shop.worker.host)
        let answers: HostStream<Int> = worker.stream("watch", ["every": 1])
        // The call is sent in a later turn than this one, the state in the turn after that.
        let iterator = answers.makeAsyncIterator()
        shop.worker.scene?.execute(.rename("a"))
        #expect(await [host.next().type, host.next().type] == ["patch", "call"])
        withExtendedLifetime(iterator) {}
    }

    @Test func `a skipped number is refused, and the right one still taken`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"nothing":{}}"#, number: 2, ref: 7)
        let answers = await host.rest()
        #expect(answers.map { $0["code"] } == [.text("skippedNumber")])
        #expect(answers.first?["expected"] == .text("1"))
        host.act(#"{"nothing":{}}"#, number: 1, ref: 8)
        #expect(await host.rest().map { $0["ref"] } == [.int(8)])
        #expect(shop.worker.handled == ["nothing"])
    }

    @Test func `an action that cannot be decoded uses no number up`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":5}}"#, number: 1, ref: 1)
        let error = await host.next()
        #expect(error["at"] == .text("/action/rename/_0"))
        #expect(error["expected"] == .text("text"))
        #expect(error["got"] == .text("5"))
        host.act(#"{"rename":{"_0":"5"}}"#, number: 1, ref: 2)
        #expect(await host.rest().last?["end"] == .text("finished"))
    }

    @Test func `bytes from many threads are handled in the order of each`() async {
        let shop = ShopApp()
        let host = await shop.host()
        let session = host.session
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for index in 0..<50 {
                        session.send(Array(#"{"type":"sync","scene":\#(thread * 1_000 + 100 + index)}"#.utf8))
                    }
                }
            }
        }
        let got = await host.rest().compactMap { $0["got"]?.textValue.flatMap { Int($0) } }
        #expect(got.count == 200)
        for thread in 0..<4 {
            let own = got.filter { $0 / 1_000 == thread }
            #expect(own == own.sorted())
        }
    }
}
