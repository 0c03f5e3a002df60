import CISBridge
import Testing

/// What is free again when a scene is closed.
@MainActor
@Suite struct `B7 bounds: closed scenes` {
    @Test func `the input of a scene that was closed takes no room`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 5_000
        let shop = ShopApp(limits: limits)
        let host = Host(shop.app)
        await host.connect()
        let title = String(repeating: "a", count: 3_000)
        for ref in 1...3 {
            host.send(#"{"type":"open","ref":\#(ref),"scene":"named","input":{"id":1,"title":"\#(title)"}}"#)
            #expect(await host.next().type == "opened")
            host.send(#"{"type":"close","scene":\#(ref)}"#)
            #expect(await host.next().type == "closed")
        }
    }

    @Test func `a state that cannot be encoded is reported once, until one can be`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for number: Int64 in [9_007_199_254_740_992, 9_007_199_254_740_993] {
            shop.worker.scene?.execute(.big(number))
            _ = await host.rest()
        }
        #expect(host.received.count { $0["code"] == .text("notEncodable") } == 1)
        shop.worker.scene?.execute(.big(1))
        _ = await host.rest()
        shop.worker.scene?.execute(.big(9_007_199_254_740_992))
        _ = await host.rest()
        #expect(host.received.count { $0["code"] == .text("notEncodable") } == 2)
    }
}
