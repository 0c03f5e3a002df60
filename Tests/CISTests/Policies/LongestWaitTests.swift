import CIS
import TestSupport
import Testing

/// The system's clocks trap if they have to sleep for the longest possible duration.
@Suite struct `The longest wait` {
    /// A clock that records the deadline of each sleep, and does not sleep.
    private struct Listening: Clock {
        let asked = LockedValue<[Duration]>([])
        var now: TestClock.Instant { TestClock.Instant(offset: .seconds(5)) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            asked.withLock { $0.append(deadline.offset) }
        }
    }

    @Test func `is a longestSleep`() async throws {
        let clock = Listening()
        let runtimeClock = RuntimeClock(clock)
        try await runtimeClock.sleep(.seconds(7))
        try await runtimeClock.sleep(.seconds(Int64.max))
        #expect(clock.asked.withLock { $0 } == [.seconds(12), .seconds(5) + .longestSleep])
    }
}
