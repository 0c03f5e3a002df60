/// Messages of a time without connection, for when the host is back.
struct KeptMessages {
    private var messages = Fifo<[UInt8]>()
    private var bytes = 0

    /// The oldest.
    var first: [UInt8]? { messages.first }

    /// Keeps a message. The oldest are lost if there are more bytes than allowed.
    mutating func keep(_ message: [UInt8], limit: Int) {
        messages.append(message)
        bytes += message.count
        while bytes > limit, !messages.isEmpty { removeFirst() }
    }

    mutating func removeFirst() {
        bytes -= messages.popFirst()?.count ?? 0
    }
}
