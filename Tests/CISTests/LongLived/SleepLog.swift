/// A manual clock that remembers how long each sleep was to be.
final class SleepLog: Clock, Sendable {
    let base = ManualClock()
    private let sleeps = Guarded<[Duration]>([])

    /// What was asked for, in order: from the time of asking until the deadline.
    var lengths: [Duration] { sleeps.withLock { $0 } }
    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        let length = base.now.duration(to: deadline)
        sleeps.withLock { $0.append(length) }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
