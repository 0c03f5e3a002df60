import CISBridge
import TestSupport
import Testing

/// The room of a call.
extension `B9 host workers` {
    /// Sends answers of the first call. The last number ends it.
    private func answer(_ host: Host, _ numbers: ClosedRange<Int>, isLast: Bool) {
        for number in numbers {
            let more = isLast && number == numbers.upperBound ? "" : #","more":true"#
            host.send(#"{"type":"reply","call":1,"n":\#(number),"ok":\#(number)\#(more)}"#)
        }
    }

    @Test func `a host is told of more room before a call ends of which many answers were read`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        answer(host, 1...199, isLast: false)
        // The state shows the last answer that was read.
        while host.states[1]?["name"] != .text("199") {
            let message = await host.next()
            guard !["error", "end"].contains(message.type) else { return _ = Issue.record("\(message.text)") }
        }
        answer(host, 200...200, isLast: true)
        _ = await host.next("done")
        #expect(host.received.contains { $0.type == "room" && $0["call"] == .int(1) })
    }

    @Test func `a resumed host is told the room of a call that has more than at its beginning`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        answer(host, 1...100, isLast: false)
        _ = await host.next("room")
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        again.remember(host)
        await again.connect(resume: resumption)
        answer(again, 101...101, isLast: true)
        _ = await again.next("done")
        #expect(again.received.contains { $0.type == "room" && $0["call"] == .int(1) })
    }
}
