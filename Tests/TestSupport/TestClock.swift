import CIS

/// A clock that stands still until the test moves it.
///
/// No time passes, and nothing is polled. A sleep waits in a continuation that ``advance(to:)`` resumes. The test waits
/// for a sleep with ``sleeper(until:)``.
package final class TestClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        /// The time since the clock was created.
        package let offset: Duration

        package init(offset: Duration) {
            self.offset = offset
        }

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper: Sendable {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Room: Sendable {
        var now = Duration.zero
        /// The clock jumps to the deadlines of sleeps that are shorter than this.
        var free: Duration?
        var sleepers: [Sleeper] = []
        var watchers: [(deadline: Duration, continuation: CheckedContinuation<Void, Never>)] = []
        var lastID = 0
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
    }

    private let room = LockedValue(Room())

    package init() {}

    package var now: Instant { Instant(offset: room.withLock { $0.now }) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// The deadlines of the sleepers, the earliest first.
    package var deadlines: [Duration] { room.withLock { $0.sleepers.map(\.deadline).sorted() } }

    // MARK: The test

    /// Moves the clock forward and wakes the sleepers that are due, in the order of their deadlines.
    package func advance(to time: Duration) {
        let due = room.withLock { room in
            room.now = max(room.now, time)
            let due = room.sleepers.filter { $0.deadline <= time }.sorted { $0.deadline < $1.deadline }
            room.sleepers.removeAll { $0.deadline <= time }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the clock back. No sleeper wakes.
    package func jump(backTo time: Duration) {
        room.withLock { $0.now = time }
    }

    /// From now on no call sleeps: the clock jumps to each deadline.
    ///
    /// - Parameter limit: Sleeps of this length and longer wait as before. Use it where a timeout must not end what the
    ///   test looks at.
    package func runFreely(below limit: Duration = .seconds(Int64.max)) {
        let last = room.withLock { room in
            room.free = limit
            return room.sleepers.map(\.deadline).filter { $0 - room.now < limit }.max() ?? room.now
        }
        advance(to: last)
    }

    /// Suspends until a sleeper waits for the given time.
    package func sleeper(until deadline: Duration) async {
        await withCheckedContinuation { continuation in
            let isThere = room.withLock { room in
                let isThere = room.sleepers.contains { $0.deadline == deadline }
                if !isThere { room.watchers.append((deadline, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
    }

    // MARK: Clock

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = room.withLock { room in
            room.lastID += 1
            return room.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                layDown(Sleeper(id: id, deadline: deadline.offset, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func layDown(_ sleeper: Sleeper) {
        enum Outcome {
            case sleeps([CheckedContinuation<Void, Never>])
            case wakes
            case isCancelled
        }
        let outcome = room.withLock { room -> Outcome in
            if room.cancelled.remove(sleeper.id) != nil { return .isCancelled }
            if let free = room.free, sleeper.deadline - room.now < free { room.now = max(room.now, sleeper.deadline) }
            if sleeper.deadline <= room.now { return .wakes }
            room.sleepers.append(sleeper)
            let watchers = room.watchers.filter { $0.deadline == sleeper.deadline }
            room.watchers.removeAll { $0.deadline == sleeper.deadline }
            return .sleeps(watchers.map(\.continuation))
        }
        switch outcome {
        case .sleeps(let watchers): for watcher in watchers { watcher.resume() }
        case .wakes: sleeper.continuation.resume()
        case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = room.withLock { room -> Sleeper? in
            guard let index = room.sleepers.firstIndex(where: { $0.id == id }) else {
                room.cancelled.insert(id)
                return nil
            }
            return room.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
