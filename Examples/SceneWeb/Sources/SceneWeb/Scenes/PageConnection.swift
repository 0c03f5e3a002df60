import CISBridge
import Foundation

/// The connection of one page: its stream of events, the messages that it has sent, and its session.
///
/// It outlives a stream that breaks. Events are numbered, and are kept until the page confirms them. The messages of the page
/// are numbered, too. So an event or a message that is sent again is handled only once.
final class PageConnection: Sendable {
    private struct State {
        /// The last stream. It may have ended, and its last events may still be on their way to the page.
        var stream: EventStream?
        /// Whether this stream has ended.
        var isSilent = false
        /// Counts the streams, so that the end of an old stream can be distinguished from the end of the current one.
        var streams = 0
        /// The number of the event before the first one of the current stream.
        var streamStart = 0
        var lastEvent = 0
        /// The last event that was written to a connection of the page. The page cannot have received a later one, even if it
        /// says so.
        var handedOn = 0
        /// The events that the page has not confirmed, in order.
        var unconfirmed: ArraySlice<(id: Int, text: String)> = []
        /// The size of these events, including the overhead of each.
        var unconfirmedBytes = 0
        /// The number of messages that were accepted from the page.
        var taken = 0
        /// Whether the page fetches its events, and has no stream that lasts.
        var fetches = false
        /// Whether the stream ends after the first event.
        var endsAfterFirst = false
        var isOver = false
        /// Resumed when there is room for the next event, or none will come.
        var waiter: CheckedContinuation<Void, Never>?

        mutating func noteWhatWasHandedOn() {
            if let stream { handedOn = max(handedOn, streamStart + stream.eventsTaken) }
        }

        mutating func confirm(_ event: Int) {
            noteWhatWasHandedOn()
            while let first = unconfirmed.first, first.id <= min(event, handedOn) {
                unconfirmedBytes -= Self.cost(of: first.text)
                unconfirmed.removeFirst()
            }
        }

        mutating func resumeWaiter() {
            waiter?.resume()
            waiter = nil
        }

        static func cost(of text: String) -> Int { text.utf8.count + 64 }
    }

    /// The result of accepting the messages of a request.
    enum Taking {
        case taken(Int)
        /// The number of accepted messages. The others have to wait until the session has room.
        case full(Int)
        /// Earlier messages have not arrived.
        case gap
    }

    let token = PageConnection.random()
    private let session: BridgeSession
    private let state = Locked(State())
    private let limit: Int
    private let onSilence: @Sendable (PageConnection, _ stream: Int) -> Void

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - session: The app's end of the session.
    ///   - limit: From this number of bytes of events that wait for the page, further messages stay in the session, which has a
    ///     limit of its own. A single event of any size may wait.
    ///   - onSilence: Called with the number of a stream when it has ended and the page has no other stream.
    init(
        _ session: BridgeSession, limit: Int,
        onSilence: @escaping @Sendable (PageConnection, _ stream: Int) -> Void
    ) {
        self.session = session
        self.limit = limit
        self.onSilence = onSilence
        session.onMessages { [weak self] in self?.noteEndOfSession() }
    }

    // MARK: From the session to the page

    /// Sends the messages of the session until its end.
    func run() async {
        for await message in session.messages {
            await waitForRoomForEvents()
            // If a page reads too slowly, its events are dropped at once, without waiting for the timeout of its connection.
            guard send(String(decoding: message, as: UTF8.self)) else { return end(.tooSlow) }
        }
        end()
    }

    /// Waits until the page has confirmed enough events, or the session has ended.
    private func waitForRoomForEvents() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                let mustWait = state.unconfirmedBytes >= limit && !state.isOver && !session.isOver
                if mustWait { state.waiter = continuation } else { continuation.resume() }
            }
        }
    }

    private func noteEndOfSession() {
        guard session.isOver else { return }
        state.withLock { $0.resumeWaiter() }
    }

    private func send(_ text: String) -> Bool {
        let (isSent, ending) = state.withLock { state -> (Bool, EventStream?) in
            guard !state.isOver, state.unconfirmedBytes < limit else { return (false, nil) }
            state.lastEvent += 1
            state.unconfirmed.append((state.lastEvent, text))
            state.unconfirmedBytes += State.cost(of: text)
            state.stream?.send(text, id: "\(state.lastEvent)")
            defer { state.endsAfterFirst = false }
            return (true, state.endsAfterFirst ? state.stream : nil)
        }
        ending?.finish()
        return isSent
    }

    /// Starts a stream with the events that the page does not have. It replaces the previous stream.
    ///
    /// - Parameters:
    ///   - event: The last event that the page has.
    ///   - isBrief: Whether the stream ends after the events that wait now, or after the first one of all: a page that is told to
    ///     fetch its events begins with the answer to its `hello`.
    /// - Returns: `nil` if the page requests events that are no longer kept or never existed.
    func listen(after event: Int, isBrief: Bool = false) -> EventStream? {
        let (stream, old, ends) = state.withLock { state -> (EventStream?, EventStream?, Bool) in
            confirm(event, &state)
            let first = state.unconfirmed.first?.id ?? state.lastEvent + 1
            // The comparison avoids `event + 1`, which may overflow because the page can send any number.
            guard !state.isOver, event == first - 1 else { return (nil, nil, false) }
            state.streams += 1
            state.streamStart = event
            state.isSilent = false
            state.fetches = isBrief
            state.endsAfterFirst = isBrief && state.lastEvent == 0
            let number = state.streams
            // The stream needs no limit, because all events in it are unconfirmed, and these are limited here.
            let stream = EventStream(limit: .max) { [weak self] _ in self?.streamEnded(number) }
            // Before there are events, this comment shows the page that nothing holds the stream back.
            stream.sendHeartbeat()
            for (id, text) in state.unconfirmed { stream.send(text, id: "\(id)") }
            defer { state.stream = stream }
            return (stream, state.stream, isBrief && !state.endsAfterFirst)
        }
        // The events that wait in the old stream are also in the new one.
        old?.end(.clientLeft)
        if ends { stream?.finish() }
        return stream
    }

    private func streamEnded(_ number: Int) {
        let isSilent = state.withLock { state in
            guard number == state.streams, !state.isOver else { return false }
            state.isSilent = true
            return true
        }
        if isSilent { onSilence(self, number) }
    }

    /// Whether the page fetches its events, and has no stream that lasts.
    var fetches: Bool { state.withLock { $0.fetches } }

    /// Whether the page has not opened another stream since the given one ended.
    func isSilent(since stream: Int) -> Bool {
        state.withLock { $0.isSilent && $0.streams == stream }
    }

    /// Records that the page has received all events up to the given one.
    func confirm(_ event: Int) {
        state.withLock { confirm(event, &$0) }
    }

    private func confirm(_ event: Int, _ state: inout State) {
        state.confirm(event)
        if state.unconfirmedBytes < limit { state.resumeWaiter() }
    }

    /// Sends something in the stream, so that the page learns whether it is alive.
    func beat() {
        state.withLock { $0.stream }?.sendHeartbeat()
    }

    // MARK: From the page to the session

    /// Accepts messages, and ignores those that were accepted before.
    ///
    /// - Parameters:
    ///   - messages: The messages, in order.
    ///   - first: The number of the first message. Numbers begin at 1.
    func take(_ messages: [Data], from first: Int) -> Taking {
        state.withLock { state in
            guard first >= 1, first <= state.taken + 1 else { return .gap }
            for message in messages.dropFirst(state.taken + 1 - first) {
                guard session.send(message) else { return .full(state.taken) }
                state.taken += 1
            }
            return .taken(state.taken)
        }
    }

    /// Waits until the session accepts messages again.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in session.whenRoom { continuation.resume() } }
    }

    // MARK: End

    /// Ends the connection. The app keeps the session for its retention time.
    func end(_ reason: EventStream.End = .finished) {
        let stream = state.withLock { state in
            defer { (state.stream, state.unconfirmed, state.isOver) = (nil, [], true) }
            state.resumeWaiter()
            return state.stream
        }
        stream?.end(reason)
        session.disconnect()
    }

    private static func random() -> String {
        // The system's generator, whose numbers cannot be predicted.
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + "-" + String(generator.next(), radix: 36)
    }
}
