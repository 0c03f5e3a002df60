internal import CIS

/// A clock on which nobody has to wait: a sleep moves the time to its deadline and returns.
///
/// For code whose waiting does not matter to the test. Where it does, use a ``ManualClock``. What repeats for ever with
/// a sleep in between repeats for ever without one on this clock.
public final class ImmediateClock: Clock, Sendable {
    /// A time on the clock.
    public typealias Instant = ManualClock.Instant

    private let time = LockedValue(Duration.zero)

    /// Makes a clock at time zero.
    public init() {}

    /// The latest deadline that anybody has slept until.
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
