import CISBridge
import TestSupport
import Testing

/// What a host has seen, and what it has acknowledged, when its connection is lost.
extension `B6 resume` {
    /// A host that has received one state after the first and has not acknowledged it.
    private func full(_ shop: ShopApp) async -> (host: Host, welcome: JSONTree) {
        let host = Host(shop.app)
        host.acknowledges = false
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"rename":{"_0":"first"}}"#)
        _ = await host.rest()
        return (host, welcome)
    }

    @Test func `a host that has seen the last state need not acknowledge it after it has resumed`() async {
        let shop = ShopApp()
        let (old, welcome) = await full(shop)
        let resumption = old.resumption(welcome)
        old.session.disconnect()
        #expect(await old.next().type == "end")
        let (host, _) = await back(shop, old, resumption)
        host.act(#"{"rename":{"_0":"second"}}"#)
        #expect(await host.rest().map(\.type) == ["patch", "done"])
    }

    @Test func `an action that had ended, though its state was not sent, has finished in the saved session`() async {
        let clock = TestClock()
        let shop = ShopApp(clock: clock)
        let (old, welcome) = await full(shop)
        old.act(#"{"rename":{"_0":"second"}}"#)
        _ = await old.rest()
        #expect(old.states[1]?["name"] == .text("first"), "the window is full")
        let resumption = old.resumption(welcome)
        old.session.disconnect()
        _ = await old.next("end")
        await clock.sleeper(until: .seconds(60))
        let gone = shop.worker.gone
        shop.workers.forget()
        clock.advance(to: .seconds(60))
        await gone.pass()
        let (host, _) = await back(shop, old, resumption)
        host.act(#"{"rename":{"_0":"second"}}"#, number: 2, ref: 80)
        let done = await host.next("done")
        #expect(done["ref"] == .int(80))
        #expect(done["end"] == .text("finished"))
        #expect(host.states[1]?["name"] == .text("second"))
    }
}
