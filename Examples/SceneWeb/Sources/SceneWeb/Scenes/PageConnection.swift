import CISBridge
import Foundation

/// One page's connection: its stream of events, the messages that it has sent, and the session behind both.
///
/// It outlives a stream that breaks. Events are numbered and kept until the page says that it has them, and messages of the
/// page are numbered, so that what either side repeats arrives once.
final class PageConnection: Sendable {
    private struct State {
        var stream: EventStream?
        /// Counts the streams, so that the end of an old one is told from the end of the present one.
        var streams = 0
        /// The event before the first of the present stream.
        var streamStart = 0
        var lastEvent = 0
        /// The last event that a connection of the page has taken. The page cannot have a later one, whatever it says.
        var handedOn = 0
        /// Events that the page may not have, in order.
        var unconfirmed: ArraySlice<(id: Int, text: String)> = []
        /// Their size, with what is kept beside each.
        var unconfirmedBytes = 0
        /// How many messages of the page were taken.
        var taken = 0
        var isOver = false

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

        static func cost(of text: String) -> Int { text.utf8.count + 64 }
    }

    /// What has become of the messages of a request.
    enum Taking {
        case taken(Int)
        /// Those behind wait until the session has room.
        case full(Int)
        /// Messages before these have never come.
        case gap
    }

    let token = PageConnection.random()
    private let session: BridgeSession
    private let state = Locked(State())
    private let limit: Int
    private let onSilence: @Sendable (PageConnection, _ stream: Int) -> Void

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - session: The end of the session.
    ///   - limit: How many bytes of events may wait for the page. One event always may.
    ///   - onSilence: Called when the page has no stream any more, with the number of the stream that has ended.
    init(
        _ session: BridgeSession, limit: Int,
        onSilence: @escaping @Sendable (PageConnection, _ stream: Int) -> Void
    ) {
        self.session = session
        self.limit = limit
        self.onSilence = onSilence
    }

    // MARK: From the session to the page

    /// Sends the messages of the session until there will be no more.
    func run() async {
        for await message in session.messages {
            // What waits for a page that reads too slowly is not kept until its connection has stood still for long enough.
            guard send(String(decoding: message, as: UTF8.self)) else { return end(.tooSlow) }
        }
        end()
    }

    private func send(_ text: String) -> Bool {
        state.withLock { state in
            guard !state.isOver, state.unconfirmedBytes < limit else { return false }
            state.lastEvent += 1
            state.unconfirmed.append((state.lastEvent, text))
            state.unconfirmedBytes += State.cost(of: text)
            state.stream?.send(text, id: "\(state.lastEvent)")
            return true
        }
    }

    /// Begins a stream with the events that the page does not have. It takes the place of the one before.
    ///
    /// - Returns: `nil` if the page asks for events that are not kept any more, or never were.
    func listen(after event: Int) -> EventStream? {
        let (stream, old) = state.withLock { state -> (EventStream?, EventStream?) in
            state.confirm(event)
            let first = state.unconfirmed.first?.id ?? state.lastEvent + 1
            // Not `event + 1`, which may overflow: the page can say any number.
            guard !state.isOver, event == first - 1 else { return (nil, nil) }
            state.streams += 1
            state.streamStart = event
            let number = state.streams
            // What waits in it is not confirmed, because it was not handed on, and so it is bounded here.
            let stream = EventStream(limit: .max) { [weak self] _ in self?.streamEnded(number) }
            for (id, text) in state.unconfirmed { stream.send(text, id: "\(id)") }
            defer { state.stream = stream }
            return (stream, state.stream)
        }
        // What waits in it is in the new one.
        old?.end(.clientLeft)
        return stream
    }

    private func streamEnded(_ number: Int) {
        let isSilent = state.withLock { state in
            guard number == state.streams, !state.isOver else { return false }
            state.noteWhatWasHandedOn()
            state.stream = nil
            return true
        }
        if isSilent { onSilence(self, number) }
    }

    /// Whether the page has got no other stream since one has ended.
    func isSilent(since stream: Int) -> Bool {
        state.withLock { $0.stream == nil && $0.streams == stream }
    }

    /// The page says that it has the events up to one.
    func confirm(_ event: Int) {
        state.withLock { $0.confirm(event) }
    }

    // MARK: From the page to the session

    /// Takes messages, and leaves out those that were taken before.
    ///
    /// - Parameters:
    ///   - messages: In order.
    ///   - first: The number of the first: 1, 2, 3 and so on.
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

    /// Waits until the session takes messages again.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in session.whenRoom { continuation.resume() } }
    }

    // MARK: End

    /// Ends the connection. The session is kept by its app for a while.
    func end(_ reason: EventStream.End = .finished) {
        let stream = state.withLock { state in
            defer { (state.stream, state.unconfirmed, state.isOver) = (nil, [], true) }
            return state.stream
        }
        stream?.end(reason)
        session.disconnect()
    }

    private static func random() -> String {
        // The system's generator, which cannot be foretold.
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + "-" + String(generator.next(), radix: 36)
    }
}
