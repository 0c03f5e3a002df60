/// The values of one field over time, as an asynchronous sequence: the current one first, then one per change.
///
/// Each iteration observes from its first `next()` until the loop is left, the task is cancelled or the scene ends.
/// After that it retains nothing. The sequence does not keep the scene alive.
public struct StateValues<Value: Sendable>: AsyncSequence, Sendable {
    /// Which values a slow consumer receives.
    public enum Buffering: Sendable, Hashable {
        /// Only the newest value. Values in between are skipped. The default.
        case newest
        /// All values, in order. Memory grows with each value that is not consumed.
        case all
    }

    let open: @MainActor @Sendable () -> (channel: TrackedChannel<Value>, token: ObservationToken)?

    /// Starts an iteration. Observation begins with the first `next()`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(open: open)
    }

    /// One iteration.
    public struct Iterator: AsyncIteratorProtocol {
        let open: @MainActor @Sendable () -> (channel: TrackedChannel<Value>, token: ObservationToken)?
        private var running: TrackedChannel<Value>?
        private var token: ObservationToken?

        init(open: @escaping @MainActor @Sendable () -> (channel: TrackedChannel<Value>, token: ObservationToken)?) {
            self.open = open
        }

        /// The next value, or `nil` when the scene has ended or the task was cancelled.
        public mutating func next() async -> Value? {
            await next(isolation: nil)
        }

        /// The next value, or `nil` when the scene has ended or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
            if running == nil {
                guard let opened = await open() else { return nil }
                running = opened.channel
                token = opened.token
            }
            let value = await running?.next(isolation: actor)
            if value == nil { token = nil }
            return value
        }
    }
}

/// Sends values into a channel, and finishes the channel when the observer that holds it is released.
final class ChannelSender<Value: Sendable>: Sendable {
    private let channel: TrackedChannel<Value>

    init(_ channel: TrackedChannel<Value>) {
        self.channel = channel
    }

    deinit {
        channel.finish()
    }

    func send(_ value: Value) {
        channel.send(value)
    }
}
