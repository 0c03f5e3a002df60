/// Cuts a stream of bytes into messages: one per line, however the stream cuts them.
///
/// A line that is too long is not kept: what has come of it is dropped up to its end, and it is delivered as
/// ``Line/tooLong``. So no stream makes the splitter grow.
public struct LineSplitter: Sendable {
    /// One line of the stream.
    public enum Line: Sendable, Equatable {
        /// A message.
        case message([UInt8])
        /// A line with more bytes than allowed.
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// Creates a splitter.
    ///
    /// - Parameter limit: How many bytes a message may have.
    public init(limit: Int = BridgeLimits().message) {
        self.limit = limit
    }

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: The lines that end in them, without their ends. Blank lines are left out; a carriage return before the end
    ///   of a line belongs to the end.
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

    /// Ends the stream: what is left is a line without an end.
    public mutating func finish() -> Line? { endLine() }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        guard !isSkipping else { return }
        // One more, for a carriage return that belongs to the end.
        if partial.count + bytes.count - 1 > limit {
            isSkipping = true
            partial = []
        } else {
            partial.append(contentsOf: bytes)
        }
    }

    private mutating func endLine() -> Line? {
        defer {
            partial.removeAll(keepingCapacity: partial.capacity <= 65_536)
            isSkipping = false
        }
        if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
        if isSkipping || partial.count > limit { return .tooLong }
        let isBlank = partial.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isBlank ? nil : .message(partial)
    }
}
