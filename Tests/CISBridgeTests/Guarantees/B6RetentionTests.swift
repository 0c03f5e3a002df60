import CIS
import CISBridge
import TestSupport
import Testing

/// Sessions whose host does not come back in time.
extension `B6 resume` {
    @Test func `after the retention time the scenes come back from their states, under their ids`() async {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let (old, resumption) = await lost(shop)
        await clock.sleeper(until: .seconds(60))
        weak let scene = shop.worker.scene
        let gone = shop.worker.gone
        shop.workers.forget()
        clock.advance(to: .seconds(60))
        await gone.pass()
        #expect(shop.app.sessionCount == 0)
        #expect(scene == nil, "only its state is kept")
        let (host, welcome) = await back(shop, old, resumption)
        #expect(welcome["resumed"] == .bool(true))
        let state = await host.next()
        #expect(state.type == "state")
        #expect(state["scene"] == .int(1))
        #expect(state["rev"] == .int(2), "later than any that the host has seen")
        #expect(state["full"]?["name"] == .text("before"))
        host.act(#"{"rename":{"_0":"x"}}"#, number: 1, ref: 70)
        #expect(await host.next("done")["ref"] == .int(70), "answered, not run")
        #expect(shop.worker.handled.isEmpty)
        // The host has not received the new state when it acts, so it names the revision that it has.
        host.send(#"{"type":"act","ref":71,"scene":1,"n":2,"seen":1,"action":{"rename":{"_0":"after"}}}"#)
        _ = await host.rest()
        #expect(host.states[1]?["name"] == .text("after"))
        #expect(await host.open()["scene"] == .int(2), "no id is given away again")
    }

    @Test func `an app chooses how long its sessions are retained`() async {
        let clock = TestClock()
        // The clock jumps to the end of each sleep.
        clock.runFreely()
        let shop = ShopApp(retention: .seconds(5), clock: clock)
        _ = await lost(shop)
        let gone = shop.worker.gone
        shop.workers.forget()
        await gone.pass()
        #expect(clock.now.offset == .seconds(5))
    }

    // The system's clocks trap for such a duration.
    @Test func `a session may be retained for as long as the program runs`() async {
        let shop = ShopApp(retention: .seconds(Int64.max), clock: ContinuousClock())
        let (old, resumption) = await lost(shop)
        await mainActorJobsBehind()
        let (_, welcome) = await back(shop, old, resumption)
        #expect(welcome["resumed"] == .bool(true))
        #expect(shop.workers.made.count == 1)
    }

    @Test func `after the retention time a scene comes back with the input that it was opened with`() async {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let old = Host(shop.app)
        let welcome = await old.connect()
        old.send(#"{"type":"open","ref":1,"scene":"named","input":{"id":1,"title":"first"}}"#)
        _ = await old.next("opened")
        let resumption = old.resumption(welcome)
        old.session.disconnect()
        _ = await old.next("end")
        await clock.sleeper(until: .seconds(60))
        clock.advance(to: .seconds(60))
        let gone = shop.worker.gone
        shop.workers.forget()
        await gone.pass()
        let (host, again) = await back(shop, old, resumption)
        #expect(again["scenes"]?["1"] == .int(1))
        #expect(await host.next()["full"]?["name"] == .text("first"))
        #expect(shop.workers.made.count == 1)
    }

    @Test
    func `after the retention time a scene that its host has not seen comes back with the reference of its request`()
        async
    {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let old = Host(shop.app)
        let resumption = old.resumption(await old.connect())
        // The connection breaks before the answer arrives.
        await old.open(ref: 7)
        old.session.disconnect()
        _ = await old.next("end")
        await clock.sleeper(until: .seconds(60))
        clock.advance(to: .seconds(60))
        let gone = shop.worker.gone
        shop.workers.forget()
        await gone.pass()
        let host = Host(shop.app)
        #expect(await host.connect(resume: resumption)["resumed"] == .bool(true))
        let opened = await host.next()
        #expect(opened.type == "opened")
        #expect(opened["scene"] == .int(1))
        #expect(opened["ref"] == .int(7))
    }

    @Test func `a host that reconnects in time stops the retention`() async {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let (old, resumption) = await lost(shop)
        await clock.sleeper(until: .seconds(60))
        let (host, _) = await back(shop, old, resumption)
        #expect(clock.deadlines.isEmpty, "it would end the session too early after another loss")
        clock.advance(to: .seconds(61))
        await mainActorJobsBehind()
        #expect(shop.app.sessionCount == 1)
        host.act(#"{"nothing":{}}"#)
        #expect(await host.next("done")["end"] == .text("finished"))
    }

    @Test func `more retained sessions than allowed are saved, the oldest first`() async {
        var limits = BridgeLimits()
        limits.retainedSessions = 2
        let shop = ShopApp(limits: limits)
        var hosts: [(host: Host, resumption: String)] = []
        for _ in 0..<5 { hosts.append(await lost(shop)) }
        #expect(shop.app.sessionCount == 2)
        let made = shop.workers.made.count
        var isResumed: [JSONTree?] = []
        for host in hosts.reversed() { isResumed.append(await back(shop, host.host, host.resumption).1["resumed"]) }
        #expect(isResumed == [.bool(true), .bool(true), .bool(true), .bool(true), .bool(false)])
        #expect(
            shop.workers.made.count == made + 2, "two are alive, two are made from what was saved, one is forgotten")
    }
}
