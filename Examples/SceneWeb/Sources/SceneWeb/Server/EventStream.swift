import Foundation

/// One page's stream of server-sent events.
///
/// Events can be sent from any thread. Events that the connection cannot take yet wait here, up to a limit. A client that
/// falls behind further is disconnected, and can return with the id of the last event that it received.
///
/// A stream is for one response. If a second response has the same stream, the second connection is closed.
public final class EventStream: Sendable {
    /// The reason why a stream has ended.
    public enum End: Sendable, Hashable {
        /// ``finish()`` was called, or the server was stopped.
        case finished
        /// The client has disconnected.
        case clientLeft
        /// More than the limit was waiting.
        case tooSlow
    }

    private struct State {
        var waiting = Data()
        /// The number of bytes in the buffer that were taken already.
        var taken = 0
        /// The total number of bytes that were taken.
        var takenInAll = 0
        var writtenInAll = 0
        /// The ends of the events that were not taken completely, as offsets in all bytes that were ever written.
        var ends: ArraySlice<Int> = []
        var eventsTaken = 0
        var end: End?
        var isConnected = false
        /// Wakes the connection. It sleeps while there is nothing to send.
        var wake: (@Sendable () -> Void)?
        var onEnd: (@Sendable (End) -> Void)?
        /// Closes the connection, because the client does not read the rest.
        var cut: (@Sendable () -> Void)?

        /// Wakes the connection if it sleeps. Called inside the lock, because the server may be released at any time, and
        /// libmicrohttpd ends the program if a connection then still sleeps.
        mutating func wakeConnection() {
            wake?()
            wake = nil
        }
    }

    private let state = Locked(State())
    private let limit: Int

    /// Creates a stream that keeps at most `limit` bytes for a client that reads slowly.
    ///
    /// - Parameters:
    ///   - limit: The limit, in bytes.
    ///   - onEnd: Called once, on any thread, when the stream has ended.
    public init(limit: Int = 8 << 20, onEnd: (@Sendable (End) -> Void)? = nil) {
        self.limit = limit
        state.withLock { $0.onEnd = onEnd }
    }

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - data: The text. Each of its lines becomes a line of the event.
    ///   - id: The id that the browser sends as `Last-Event-ID` when it reconnects. It must not contain line breaks.
    ///   - event: The kind of event, if it is not a plain message. It must not contain line breaks.
    /// - Returns: Whether it will be sent. If not, the stream has ended.
    @discardableResult
    public func send(_ data: some StringProtocol, id: String? = nil, event: String? = nil) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 64)
        if let event { bytes += "event: \(Self.oneLine(event))\n".utf8 }
        if let id { bytes += "id: \(Self.oneLine(id))\n".utf8 }
        bytes += "data: ".utf8
        Self.append(data, to: &bytes)
        bytes += "\n\n".utf8
        return write(bytes, isEvent: true)
    }

    /// Appends a text. Each of its lines begins a line of the event.
    private static func append(_ text: some StringProtocol, to bytes: inout [UInt8]) {
        // Only these characters end a line for browsers; Swift has more line breaks. Messages have none of them, and can be large.
        let isOneLine = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return true }
            return memchr(start, 0x0A, bytes.count) == nil && memchr(start, 0x0D, bytes.count) == nil
        }
        if isOneLine == true { return bytes.append(contentsOf: text.utf8) }
        var wasReturn = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n") where wasReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += "\ndata: ".utf8
            default: bytes.append(byte)
            }
            wasReturn = byte == UInt8(ascii: "\r")
        }
    }

    /// Sends a comment, which pages do not receive, unless other bytes are waiting anyway. It detects whether the client is still
    /// connected.
    @discardableResult
    public func sendHeartbeat() -> Bool { write(Array(":\n\n".utf8), isEvent: false) }

    /// Ends the stream as soon as the connection has taken all events.
    public func finish() { end(.finished) }

    /// The number of events that the connection has taken completely. The client can have received only these.
    var eventsTaken: Int { state.withLock { $0.eventsTaken } }

    /// Whether the stream has ended.
    public var hasEnded: Bool { state.withLock { $0.end != nil } }

    private static func oneLine(_ text: String) -> String { text.filter { !$0.isNewline } }

    private func write(_ bytes: [UInt8], isEvent: Bool) -> Bool {
        let isOpen = state.withLock { state in
            guard state.end == nil else { return false }
            if !isEvent, state.taken < state.waiting.count { return true }
            state.waiting.append(contentsOf: bytes)
            state.writtenInAll += bytes.count
            if isEvent { state.ends.append(state.writtenInAll) }
            guard state.waiting.count - state.taken <= limit else { return false }
            state.wakeConnection()
            return true
        }
        if !isOpen { end(.tooSlow) }
        return isOpen
    }

    func end(_ end: End) {
        let state = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            if end != .finished { (state.waiting, state.taken, state.ends) = (Data(), 0, []) }
            if end == .tooSlow { state.cut?() }
            state.wakeConnection()
            defer { (state.onEnd, state.cut) = (nil, nil) }
            return state
        }
        state?.onEnd?(end)
    }

    /// Called when the stream is about to be sent.
    ///
    /// - Returns: Whether it is sent for the first time. With two connections, only one of them would be woken.
    func connect(cut: @escaping @Sendable () -> Void) -> Bool {
        let (isFirst, isTooLate) = state.withLock { state in
            if state.isConnected { return (false, false) }
            state.isConnected = true
            if state.end == nil { state.cut = cut }
            return (true, state.end == .tooSlow)
        }
        if isTooLate { cut() }
        return isFirst
    }

    /// The answer to a connection that requests more bytes.
    enum Portion {
        case bytes(Int)
        case nothingYet
        case end
    }

    /// Moves waiting bytes into a buffer. If there are none, it calls `sleep` before the connection can be woken.
    func take(
        into buffer: UnsafeMutableRawBufferPointer, sleep: () -> Void, wake: @escaping @Sendable () -> Void
    ) -> Portion {
        state.withLock { state in
            if state.taken < state.waiting.count {
                let count = min(buffer.count, state.waiting.count - state.taken)
                state.waiting.withUnsafeBytes {
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.taken..<state.taken + count]))
                }
                state.taken += count
                state.takenInAll += count
                while let end = state.ends.first, end <= state.takenInAll {
                    state.ends.removeFirst()
                    state.eventsTaken += 1
                }
                // Bytes that were taken are removed when they are most of the buffer, so that each byte is moved at most
                // twice.
                if state.taken * 2 > state.waiting.count {
                    state.waiting.removeFirst(state.taken)
                    state.taken = 0
                }
                return .bytes(count)
            }
            if state.end != nil { return .end }
            sleep()
            state.wake = wake
            return .nothingYet
        }
    }
}
