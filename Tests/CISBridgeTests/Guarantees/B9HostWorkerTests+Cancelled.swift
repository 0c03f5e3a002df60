import CISBridge
import TestSupport
import Testing

/// Answers of calls that were cancelled, and an answer that is too long.
extension `B9 host workers` {
    // More calls than are remembered.
    @Test func `of 1,025 cancelled calls the newest is known, so an answer that was on its way is no error`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for number in 1...1_025 {
            host.act(#"{"ask":{"_0":"name?"}}"#, ref: number)
            _ = await host.next("call")
            host.send(#"{"type":"cancel","ref":\#(number)}"#)
            var missing: Set = ["uncall", "done"]
            while !missing.isEmpty {
                let message = await host.next()
                guard !["error", "end"].contains(message.type) else { return _ = Issue.record("\(message.text)") }
                missing.remove(message.type)
            }
        }
        host.send(#"{"type":"reply","call":1025,"ok":"late"}"#)
        #expect(await host.rest().isEmpty)
    }

    @Test func `an answer that is too long ends its call, which stands before it`() async {
        var limits = BridgeLimits()
        limits.message = 1_000
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        host.send(#"{"type":"reply","call":1,"ok":"\#(String(repeating: "x", count: 1_000))"}"#)
        #expect(await host.next()["code"] == .text("tooLong"))
        _ = await host.next("done")
        #expect(shop.worker.answers.first?.hasPrefix("The host's answer cannot be used: tooLong") == true)
    }
}
