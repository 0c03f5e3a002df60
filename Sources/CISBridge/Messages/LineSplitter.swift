/// Splits a stream of bytes into messages, one per line. The bytes may arrive in pieces of any size.
///
/// A line that is too long is dropped up to its end, and ``Line/tooLong(ref:call:)`` is delivered instead. The memory of the
/// splitter is therefore limited.
public struct LineSplitter: Sendable {
    /// One line of the stream.
    public enum Line: Sendable, Equatable {
        /// A message.
        case message([UInt8])
        /// A line with more bytes than allowed: the message's reference, and the number of the call that it answers, if it has them.
        case tooLong(ref: Int? = nil, call: Int? = nil)
    }

    private let limit: Int
    private var partial: [UInt8] = []
    /// What was found in a line that is too long.
    private var skipped: MessageHead?

    /// Creates a splitter.
    ///
    /// - Parameter limit: The maximum number of bytes in a message.
    public init(limit: Int = BridgeLimits().message) {
        self.limit = limit
    }

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: The lines that end within these bytes, without their line ends. Blank lines are omitted. A carriage return
    ///   before a line feed belongs to the line end.
    /// - Complexity: O(number of bytes).
    public mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            if let line = endLine() { lines.append(line) }
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
        return lines
    }

    /// Ends the stream. Returns the rest, which is a line without a line end.
    public mutating func finish() -> Line? { endLine() }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        // One more byte is allowed, for a carriage return that belongs to the line end.
        if skipped != nil || partial.count + bytes.count - 1 > limit {
            var head = skipped.take() ?? MessageHead()
            head.take(partial)
            head.take(bytes)
            skipped = head
            partial = []
        } else {
            partial.append(contentsOf: bytes)
        }
    }

    private mutating func endLine() -> Line? {
        defer {
            partial.removeAll(keepingCapacity: partial.capacity <= 65_536)
            skipped = nil
        }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        if let skipped { return .tooLong(ref: skipped.ref, call: skipped.call) }
        if partial.count > limit { return Line.message(partial).withoutBytes }
        let isBlank = partial.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isBlank ? nil : .message(partial)
    }
}

extension LineSplitter.Line {
    /// The message's reference, and the number of the call that it answers.
    var head: (ref: Int?, call: Int?) {
        switch self {
        case .tooLong(let ref, let call): return (ref, call)
        case .message(let bytes):
            var head = MessageHead()
            head.take(bytes)
            return (head.ref, head.call)
        }
    }

    /// The message as one that is too long. Its bytes are not kept.
    var withoutBytes: Self { .tooLong(ref: head.ref, call: head.call) }
}
