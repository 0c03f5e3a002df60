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
        fileprivate var running: TrackedChannel<Value>?
        fileprivate var token: ObservationToken?

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

/// A buffer of values for one reader, which tells the instrumentation when the reader suspends and resumes.
final class TrackedChannel<Value: Sendable>: Sendable {
    private struct Reader: Sendable {
        let continuation: CheckedContinuation<Value?, Never>
        var suspension: Suspension?

        func resume(returning value: Value?) {
            suspension?.resume()
            continuation.resume(returning: value)
        }
    }

    private struct State: Sendable {
        var kept = Queue<Value>()
        var reader: Reader?
        var readCount = 0
        var isFinished = false
    }

    private let state = LockedValue(State())
    private let keepsAll: Bool

    /// After this many reads a reader yields, so that other code of its actor can run.
    private static var readsBeforeYield: Int { 256 }

    /// - Parameter keepsAll: Whether a slow reader gets all values, or only the newest.
    init(keepsAll: Bool) {
        self.keepsAll = keepsAll
    }

    func send(_ value: Value) {
        let (reader, skipped) = state.withLock { state -> (Reader?, Value?) in
            guard !state.isFinished else { return (nil, nil) }
            if let reader = state.reader.take() { return (reader, nil) }
            let skipped = keepsAll ? nil : state.kept.popFirst()
            state.kept.append(value)
            return (nil, skipped)
        }
        reader?.resume(returning: value)
        // Released outside the lock, because the deinit of an object may call back.
        withExtendedLifetime(skipped) {}
    }

    /// Ends the sequence after the values that are buffered.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            return state.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Returns the next value, or `nil` at the end. Cancelling the task ends the channel. A call that waits, from a copy
    /// of the iterator, returns `nil`.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Value? {
        let count = state.withLock { state in
            state.readCount += 1
            return state.readCount
        }
        // A reader that always finds a value would never suspend, and nothing else would run on its actor.
        if count.isMultiple(of: Self.readsBeforeYield) { await Task.yield() }
        return await withTaskCancellationHandler {
            // `isolation` is passed on, because a closure that does not use the actor is not isolated to it. The task
            // would then wait on the global executor.
            await take(isolation: isolation)
        } onCancel: {
            finish()
        }
    }

    private func take(isolation: isolated (any Actor)?) async -> Value? {
        await withCheckedContinuation { continuation in
            let trackedTask = Instrumentation.wasMade ? TrackedTask.ofThisTask : nil
            let (ended, value) = state.withLock { state -> (Reader?, Value?) in
                if Task.isCancelled { state.isFinished = true }
                var reader = Reader(continuation: continuation)
                if let value = state.kept.popFirst() { return (reader, value) }
                if state.isFinished { return (reader, nil) }
                reader.suspension = trackedTask?.beginSuspension("waiting for its next value")
                return (exchange(&state.reader, with: reader), nil)
            }
            ended?.resume(returning: value)
        }
    }
}
