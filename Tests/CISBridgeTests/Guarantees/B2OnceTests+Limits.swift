import CISBridge
import Testing

/// How many actions are in flight, and how many outcomes are remembered.
extension `B2 once` {
    private func shop() -> ShopApp {
        var limits = BridgeLimits()
        limits.inFlight = 2
        return ShopApp(limits: limits)
    }

    @Test func `the newest outcomes are remembered, and the oldest are forgotten`() async {
        let shop = shop()
        let host = await shop.host()
        for _ in 1...10 {
            host.act(#"{"nothing":{}}"#)
            _ = await host.next("done")
        }
        for number in 3...10 {
            host.act(#"{"nothing":{}}"#, number: number, ref: 100 + number)
            let answer = await host.next()
            #expect(answer.type == "done")
            #expect(answer["ref"] == .int(100 + number))
        }
        host.act(#"{"nothing":{}}"#, number: 2, ref: 102)
        #expect(await host.next()["code"] == .text("forgottenNumber"))
        #expect(shop.worker.handled.count == 10)
    }

    @Test func `as many actions are in flight as allowed, and the next is refused`() async {
        let shop = shop()
        let host = await shop.host()
        for _ in 1...2 { host.act(#"{"slow":{}}"#) }
        #expect(await host.rest().isEmpty)
        host.act(#"{"slow":{}}"#)
        #expect(await host.rest().map { $0["code"] } == [.text("busy")])
        #expect(shop.worker.handled.count == 2)
        shop.worker.gate.open()
        _ = await host.next("done")
        _ = await host.next("done")
    }
}
