import CIS

/// The queue of messages for the host. Messages are added on the main actor and may be taken on any thread.
final class Outbox: Sendable {
    private struct Waiting: Sendable {
        var messages = Queue<(bytes: [UInt8], cost: Int)>()
        /// What the waiting messages count towards the limit.
        var cost = 0
        var isFinished = false
        var hint: (@Sendable () -> Void)?
        var readers: [Int: CheckedContinuation<[UInt8]?, Never>] = [:]
        var lastReader = 0

        mutating func pop() -> [UInt8]? {
            guard let message = messages.popFirst() else { return nil }
            cost -= message.cost
            return message.bytes
        }
    }

    private let waiting = LockedValue(Waiting())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a message.
    ///
    /// A message counts at most a sixteenth of the limit. So a state that is longer than the limit waits like any other, together
    /// with the messages after it, and at most sixteen such messages wait.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isFree: Whether it is added in any case and does not count, because its number is limited in another way.
    /// - Returns: `false` if there was no room. `true` if the message was added, or dropped because the outbox is
    ///   finished.
    func put(_ message: [UInt8], isFree: Bool = false) -> Bool {
        enum Wake {
            case nobody, hint(@Sendable () -> Void), reader(CheckedContinuation<[UInt8]?, Never>)
        }
        let (hasRoom, wake) = waiting.withLock { waiting -> (Bool, Wake) in
            guard !waiting.isFinished else { return (true, .nobody) }
            if let first = waiting.readers.keys.min(), let reader = waiting.readers.removeValue(forKey: first) {
                return (true, .reader(reader))
            }
            guard isFree || waiting.cost < limit else { return (false, .nobody) }
            let cost = isFree ? 0 : min(message.count, max(limit / 16, 1))
            waiting.messages.append((message, cost))
            waiting.cost += cost
            return (true, waiting.hint.map(Wake.hint) ?? .nobody)
        }
        switch wake {
        case .nobody: break
        case .hint(let hint): hint()
        case .reader(let reader): reader.resume(returning: message)
        }
        return hasRoom
    }

    /// Drops the waiting messages, adds one last message, and finishes.
    func fail(with message: [UInt8]) {
        waiting.withLock { waiting in
            waiting.messages = Queue()
            waiting.cost = 0
        }
        _ = put(message)
        finish()
    }

    /// Ends the queue. Waiting messages can still be taken.
    func finish() {
        let (readers, hint) = waiting.withLock { waiting in
            let readers = waiting.readers.values.map { $0 }
            waiting.readers = [:]
            waiting.isFinished = true
            return (readers, waiting.hint)
        }
        for reader in readers { reader.resume(returning: nil) }
        hint?()
    }

    /// Whether no more messages will come and none is waiting.
    var isFinished: Bool { waiting.withLock { $0.isFinished && $0.messages.isEmpty } }
    /// Whether no more messages will come. Some may still be waiting.
    var isOver: Bool { waiting.withLock { $0.isFinished } }

    func next() -> [UInt8]? { waiting.withLock { $0.pop() } }

    /// Removes and returns the next message, and waits until there is one.
    ///
    /// - Returns: `nil` if no more messages will come, or if the calling task was cancelled.
    func nextWaiting(isolation actor: isolated (any Actor)?) async -> [UInt8]? {
        let id = waiting.withLock { waiting in
            waiting.lastReader += 1
            return waiting.lastReader
        }
        return await withTaskCancellationHandler {
            // The actor is passed on. A closure that does not use the actor is not isolated to it, and the task would wait
            // on the global executor.
            await nextWaiting(as: id, isolation: actor)
        } onCancel: {
            waiting.withLock { $0.readers.removeValue(forKey: id) }?.resume(returning: nil)
        }
    }

    private func nextWaiting(as id: Int, isolation actor: isolated (any Actor)?) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let (message, isOver) = waiting.withLock { waiting -> ([UInt8]?, Bool) in
                if let message = waiting.pop() { return (message, true) }
                // Checked under the lock. If the task is cancelled after this, the handler finds the reader.
                if waiting.isFinished || Task.isCancelled { return (nil, true) }
                waiting.readers[id] = continuation
                return (nil, false)
            }
            if isOver { continuation.resume(returning: message) }
        }
    }

    func setHint(_ hint: (@Sendable () -> Void)?) {
        let isWaiting = waiting.withLock { waiting in
            waiting.hint = hint
            return !waiting.messages.isEmpty || waiting.isFinished
        }
        if isWaiting { hint?() }
    }
}
