import CIS
import TestSupport

/// A manual clock that records the requested length of each sleep.
final class SleepLog: Clock, Sendable {
    let base = TestClock()
    private let sleeps = LockedValue<[Duration]>([])

    /// The requested lengths, in order, from the time of the call until the deadline.
    var lengths: [Duration] { sleeps.withLock { $0 } }
    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        let length = base.now.duration(to: deadline)
        sleeps.withLock { $0.append(length) }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
