import CIS

/// Messages that were produced while no host was connected. They are sent when the host reconnects.
struct KeptMessages {
    private var messages = Queue<[UInt8]>()
    private var count = 0
    private var bytes = 0

    /// The oldest message.
    var first: [UInt8]? { messages.first }

    /// Keeps a message. If the messages then exceed the limit in bytes, the oldest are dropped. The newest one may be longer than
    /// the limit.
    mutating func keep(_ message: [UInt8], limit: Int) {
        messages.append(message)
        count += 1
        bytes += message.count
        while bytes > limit, count > 1 { removeFirst() }
    }

    mutating func removeFirst() {
        guard let message = messages.popFirst() else { return }
        count -= 1
        bytes -= message.count
    }
}
