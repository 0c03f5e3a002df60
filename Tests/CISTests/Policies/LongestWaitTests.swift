import CIS
import TestSupport
import Testing

/// The system's clocks stop the program when they are to sleep for as long as a duration can be.
@Suite struct `The longest wait` {
    /// Notes until when somebody wants to sleep, and lets nobody.
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
