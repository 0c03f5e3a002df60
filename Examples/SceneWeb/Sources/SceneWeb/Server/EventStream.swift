import Foundation

/// One page's stream of server-sent events: what the server says, for as long as the page listens.
///
/// Send from any thread. What the connection cannot take yet waits here, up to a limit; a client that falls so far
/// behind is let go, and comes back with the id of the last event it saw.
public final class EventStream: Sendable {
    /// Why a stream has ended.
    public enum End: Sendable, Hashable {
        /// ``finish()`` was called, or the server was stopped.
        case finished
        /// The client has gone.
        case clientLeft
        /// More than the limit was waiting.
        case tooSlow
    }

    private struct State {
        var waiting = Data()
        /// How much of it has been taken already.
        var taken = 0
        /// How much was taken of everything that was ever written.
        var takenInAll = 0
        var writtenInAll = 0
        /// Where the events end that were not wholly taken, in everything that was ever written.
        var ends: ArraySlice<Int> = []
        var eventsTaken = 0
        var end: End?
        /// Wakes the connection, while it sleeps because nothing is waiting.
        var wake: (@Sendable () -> Void)?
        var onEnd: (@Sendable (End) -> Void)?
        /// Breaks the connection off, because what is on its way will not be taken.
        var cut: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let limit: Int

    /// Makes a stream that keeps at most `limit` bytes for a client that reads slowly.
    ///
    /// - Parameters:
    ///   - limit: In bytes.
    ///   - onEnd: Called once, on any thread, when the stream has ended.
    public init(limit: Int = 8 << 20, onEnd: (@Sendable (End) -> Void)? = nil) {
        self.limit = limit
        state.withLock { $0.onEnd = onEnd }
    }

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - data: The text. Each of its lines becomes a line of the event.
    ///   - id: What the browser says as `Last-Event-ID` when it comes back. Without line breaks.
    ///   - event: The kind of event, if it is not a plain message. Without line breaks.
    /// - Returns: Whether it will be sent. If not, the stream has ended.
    @discardableResult
    public func send(_ data: some StringProtocol, id: String? = nil, event: String? = nil) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 64)
        if let event { bytes += "event: \(Self.oneLine(event))\n".utf8 }
        if let id { bytes += "id: \(Self.oneLine(id))\n".utf8 }
        // What ends a line for browsers; Swift knows more line breaks.
        bytes += "data: ".utf8
        var wasReturn = false
        for byte in data.utf8 {
            switch byte {
            case UInt8(ascii: "\n") where wasReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += "\ndata: ".utf8
            default: bytes.append(byte)
            }
            wasReturn = byte == UInt8(ascii: "\r")
        }
        bytes += "\n\n".utf8
        return write(bytes, isEvent: true)
    }

    /// Sends a comment, which pages do not see. It finds out whether the client is still there.
    @discardableResult
    public func sendHeartbeat() -> Bool { write(Array(":\n\n".utf8), isEvent: false) }

    /// Ends the stream, once everything that was sent has been taken.
    public func finish() { end(.finished) }

    /// How many events the connection has taken as a whole. The client may have these, and no others.
    var eventsTaken: Int { state.withLock { $0.eventsTaken } }

    /// Whether the stream has ended.
    public var hasEnded: Bool { state.withLock { $0.end != nil } }

    private static func oneLine(_ text: String) -> String { text.filter { !$0.isNewline } }

    private func write(_ bytes: [UInt8], isEvent: Bool) -> Bool {
        let (isOpen, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard state.end == nil else { return (false, nil) }
            state.waiting.append(contentsOf: bytes)
            state.writtenInAll += bytes.count
            if isEvent { state.ends.append(state.writtenInAll) }
            guard state.waiting.count - state.taken <= limit else { return (false, nil) }
            defer { state.wake = nil }
            return (true, state.wake)
        }
        if isOpen { wake?() } else { end(.tooSlow) }
        return isOpen
    }

    func end(_ end: End) {
        let state = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            if end != .finished { (state.waiting, state.taken, state.ends) = (Data(), 0, []) }
            defer { (state.wake, state.onEnd, state.cut) = (nil, nil, nil) }
            return state
        }
        guard let state else { return }
        if end == .tooSlow { state.cut?() }
        state.wake?()
        state.onEnd?(end)
    }

    /// Called when the stream has got its connection.
    func connect(cut: @escaping @Sendable () -> Void) {
        let isTooLate = state.withLock { state in
            if state.end == nil { state.cut = cut }
            return state.end == .tooSlow
        }
        if isTooLate { cut() }
    }

    /// What the connection finds when it asks for more.
    enum Portion {
        case bytes(Int)
        case nothingYet
        case end
    }

    /// Moves what is waiting into a buffer. If nothing is, `sleep` is called before anybody can wake the connection.
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
                // What was taken goes when it is most of the buffer, so that each byte is moved at most twice.
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
