import CIS
import CISWorkers
import TestSupport
import Testing

/// Clocks that do not notice a cancellation.
@Suite struct `Retries of a cancelled task` {
    /// A clock whose sleeps take no time and cancel a task.
    private final class CancellingClock: Clock, Sendable {
        let task = LockedValue<Task<Void, Never>?>(nil)

        var now: TestClock.Instant { TestClock.Instant(offset: .zero) }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            task.withLock { $0 }?.cancel()
        }
    }

    @Test func `a task that was cancelled during a delay makes no further attempt`() async {
        let clock = CancellingClock()
        let attempts = LockedValue(0)
        let gate = Gate()
        let task = Task {
            await gate.pass()
            try? await RetryPolicy(attempts: 3).run(on: clock) { () async throws(TestError) -> Void in
                attempts.withLock { $0 += 1 }
                throw .passing(1)
            }
        }
        clock.task.withLock { $0 = task }
        gate.open()
        await task.value
        #expect(attempts.withLock { $0 } == 1)
    }
}
