/// Messages that were produced while no host was connected. They are sent when the host reconnects.
struct KeptMessages {
    private var messages = Fifo<[UInt8]>()
    private var bytes = 0

    /// The oldest message.
    var first: [UInt8]? { messages.first }

    /// Keeps a message. If the messages then exceed the limit in bytes, the oldest are dropped.
    mutating func keep(_ message: [UInt8], limit: Int) {
        messages.append(message)
        bytes += message.count
        while bytes > limit, !messages.isEmpty { removeFirst() }
    }

    mutating func removeFirst() {
        bytes -= messages.popFirst()?.count ?? 0
    }
}
