import CISBridge
import TestSupport
import Testing

/// Answers of calls that were cancelled, and answers that are too long.
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

    // 61
    @Test(arguments: [true, false], [true, false])
    func `an answer that is too long ends its call, wherever the number of the call is`(
        isFirst: Bool, isLine: Bool
    ) async {
        var limits = BridgeLimits()
        limits.message = 1_000
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        let long = String(repeating: "x", count: 1_000)
        let answer = #""ok":{"call":9,"a":"\",\"call\":8,\#(long)"}"#
        let message = #"{"type":"reply",\#(isFirst ? #""call":1,\#(answer)"# : #"\#(answer), "call" : 1"#)}"#
        var splitter = LineSplitter(limit: limits.message)
        for line in isLine ? splitter.take(Array((message + "\n").utf8)) : [.message(Array(message.utf8))] {
            host.session.send(line)
        }
        let messages = await host.rest()
        #expect(messages.first?["code"] == .text("tooLong"))
        #expect(messages.contains { $0.type == "uncall" })
        if !messages.contains(where: { $0.type == "done" }) { _ = await host.next("done") }
        #expect(shop.worker.answers.first?.hasPrefix("The host's answer cannot be used: tooLong") == true)
    }
}
