import CISBridge
import TestSupport
import Testing

/// A repeated `n` is answered with its outcome and not run again. The number of kept outcomes is limited.
@MainActor
@Suite struct `B2 once` {
    @Test func `a repeated number is answered with its outcome and not run again`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"count":{"to":1}}"#, number: 1, ref: 1)
        let first = await host.next("done")
        host.act(#"{"count":{"to":1}}"#, number: 1, ref: 9)
        let again = await host.next("done")
        #expect(again["ref"] == .int(9))
        #expect(again["end"] == first["end"])
        #expect(again["rev"] == first["rev"])
        #expect(host.states[1]?["count"] == .int(1))
    }

    @Test func `an action that still runs answers the reference under which it was repeated`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slow":{}}"#, number: 1, ref: 1)
        await shop.worker.gate.reached()
        host.act(#"{"slow":{}}"#, number: 1, ref: 2)
        _ = await host.rest()
        shop.worker.gate.open()
        #expect(await host.next("done")["ref"] == .int(2))
        #expect(shop.worker.handled == ["slow"])
    }

    @Test func `an action that is repeated cannot take the reference of another in flight`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for number in 1...2 { host.act(#"{"slow":{}}"#, number: number, ref: number) }
        await shop.worker.gate.reached()
        host.act(#"{"slow":{}}"#, number: 1, ref: 2)
        #expect(await host.rest().map { $0["code"] } == [.text("usedRef")])
        host.act(#"{"slow":{}}"#, number: 1, ref: 1)
        #expect(await host.rest().isEmpty, "its own is no other's")
        shop.worker.gate.open()
        let refs = [await host.next("done")["ref"]?.intValue, await host.next("done")["ref"]?.intValue]
        #expect(Set(refs) == [1, 2])
    }

    @Test func `descending numbers are repetitions`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for number in [1, 2, 3] { host.act(#"{"count":{"to":1}}"#, number: number, ref: 10 + number) }
        let first = await host.rest()
        for number in [2, 1] { host.act(#"{"count":{"to":1}}"#, number: number, ref: 10 + number) }
        let dones = await (first + host.rest()).filter { $0.type == "done" }
        #expect(dones.map { $0["ref"]?.intValue } == [11, 12, 13, 12, 11])
        #expect(shop.worker.handled.count == 3)
    }

    @Test func `an outcome that was forgotten is an error, and not another run`() async {
        var limits = BridgeLimits()
        limits.inFlight = 2
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        for _ in 0..<20 {
            host.act(#"{"nothing":{}}"#)
            _ = await host.next("done")
        }
        host.act(#"{"nothing":{}}"#, number: 1, ref: 99)
        #expect(await host.next()["code"] == .text("forgottenNumber"))
        host.act(#"{"nothing":{}}"#, number: 0, ref: 99)
        #expect(await host.next()["code"] == .text("badMessage"))
        #expect(shop.worker.handled.count == 20)
    }

    @Test func `the outcome of an action that ended long after later ones is forgotten, too`() async {
        var limits = BridgeLimits()
        limits.inFlight = 2
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        host.act(#"{"slow":{}}"#, number: 1, ref: 100)
        await shop.worker.gate.reached()
        func actTwentyTimes() async {
            for _ in 0..<20 {
                host.act(#"{"nothing":{}}"#)
                _ = await host.next("done")
            }
        }
        await actTwentyTimes()
        shop.worker.gate.open()
        #expect(await host.next("done")["ref"] == .int(100))
        host.act(#"{"slow":{}}"#, number: 1, ref: 101)
        #expect(await host.next("done")["ref"] == .int(101), "it ended last")
        await actTwentyTimes()
        host.act(#"{"slow":{}}"#, number: 1, ref: 102)
        #expect(await host.next()["code"] == .text("forgottenNumber"))
        host.send(#"{"type":"cancel","ref":101}"#)
        #expect(await host.next()["code"] == .text("unknownRef"), "its reference, too")
    }

    @Test func `the outcome of an action of a scene that is closed by now has the revision that was sent`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"a"}}"#, number: 1, ref: 1)
        host.send(#"{"type":"close","scene":1}"#)
        _ = await host.rest()
        host.act(#"{"rename":{"_0":"a"}}"#, number: 1, ref: 2)
        let again = await host.next()
        #expect(again["ref"] == .int(2))
        #expect(again["rev"] == .int(1))
    }

    @Test func `an action that ran when its session was saved is answered as cancelled, and not run again`() async {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        let slow = shop.worker
        host.act(#"{"slow":{}}"#, number: 1, ref: 1)
        await slow.gate.reached()
        // Another scene, whose end shows that the session was saved.
        await host.open()
        let gone = shop.worker.gone
        shop.workers.forget()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        await clock.sleeper(until: .seconds(60))
        clock.advance(to: .seconds(60))
        await gone.pass()
        slow.gate.open()
        await slow.answered.pass()
        let again = Host(shop.app)
        again.remember(host)
        #expect(await again.connect(resume: resumption)["resumed"] == .bool(true))
        again.act(#"{"slow":{}}"#, number: 1, ref: 2)
        let messages = await again.rest()
        #expect(messages.map(\.type) == ["state", "state", "done"])
        #expect(messages.last?["ref"] == .int(2))
        #expect(messages.last?["end"] == .text("cancelled"))
        #expect(shop.workers.made.flatMap(\.handled).isEmpty)
    }

    @Test func `a drop is an outcome, too`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"slowOnce":{}}"#)
        host.act(#"{"slowOnce":{}}"#)
        #expect(await host.next("done")["reason"] == .text("busy"))
        host.act(#"{"slowOnce":{}}"#, number: 2, ref: 5)
        let again = await host.next("done")
        #expect(again["ref"] == .int(5))
        #expect(again["reason"] == .text("busy"))
        shop.worker.gate.open()
        _ = await host.next("done")
        #expect(shop.worker.handled == ["slowOnce"])
    }
}
