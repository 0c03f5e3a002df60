internal import CIS

/// A clock whose sleeps return immediately. Each sleep moves the time to its deadline.
///
/// Use it where waiting does not matter to the test, and a ``ManualClock`` where it does. A loop that sleeps and never ends
/// becomes a busy loop on this clock.
public final class ImmediateClock: Clock, Sendable {
    /// A time on the clock.
    public typealias Instant = ManualClock.Instant

    private let time = LockedValue(Duration.zero)

    /// Creates a clock at time zero.
    public init() {}

    /// The latest deadline of any sleep so far.
    public var now: Instant { Instant(offset: time.withLock { $0 }) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Moves the time to the deadline.
    ///
    /// - Throws: `CancellationError`, when the task is cancelled.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
