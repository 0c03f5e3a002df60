import CIS
import CISBridge
import TestSupport
import Testing

/// How much waits for a host, and who receives it.
@MainActor
@Suite struct `Messages for a host` {
    @Test func `a host that reads is never too slow, however much it receives in all`() async {
        var limits = BridgeLimits()
        limits.waitingBytes = 4_000
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        for number in 0..<400 {
            host.act(#"{"rename":{"_0":"\#(number)"}}"#)
            #expect(await host.next("done").type == "done")
        }
    }

    @Test func `of two readers the first receives the first message`() async {
        let shop = ShopApp()
        let session = shop.app.session()
        let messages = session.messages
        let (order, received) = (LockedValue<[String]>([]), Gate())
        @MainActor func reader(_ name: String) -> Task<Void, Never> {
            Task {
                _ = await messages.next(isolation: #isolation)
                order.withLock { $0.append(name) }
                received.open()
            }
        }
        let first = reader("first")
        await mainActorJobsBehind()
        let second = reader("second")
        await mainActorJobsBehind()
        session.send(Array(#"{"type":"hello","v":[1,1],"client":"test","window":1}"#.utf8))
        await received.pass()
        #expect(order.withLock { $0 } == ["first"])
        session.disconnect()
        await first.value
        await second.value
    }

    @Test func `a message of exactly the greatest length is read, and one more byte is too much`() async {
        var limits = BridgeLimits()
        limits.message = 200
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        for (length, code) in [(200, "unknownRef"), (201, "tooLong")] {
            let message = #"{"type":"cancel","ref":77}"#
            host.send(message + String(repeating: " ", count: length - message.utf8.count))
            #expect(await host.next()["code"] == .text(code))
        }
    }
}
