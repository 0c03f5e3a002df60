import CIS
import TestSupport
import Testing

/// Which deadlines there are, and when they are due.
extension `Policy clock` {
    @Test func `a deadline that is earlier than the one before it is waited for`() async {
        let clock = SleepLog()
        let sample = SampleScene(clock: clock)
        let tasks = [("late", 10), ("early", 1)].map { name, seconds in
            sample.perform(name, policy: .concurrent.debounced(for: .seconds(seconds)).group(name)) { _ in }
        }
        clock.base.runFreely()
        for task in tasks { await task.value }
        #expect(clock.lengths.contains(.seconds(1)))
    }

    @Test func `a timeout counts from the start of its action, also if no other policy depends on time`() async {
        let clock = TestClock()
        let sample = SampleScene(clock: clock)
        clock.advance(to: .seconds(5))
        let times = Recorder<Duration>()
        let task = sample.perform(policy: .concurrent.timeout(after: .seconds(3))) { _ in
            await cancellation()
            times.note(clock.now.offset)
        }
        await startsOfActions()
        clock.runFreely()
        await task.value
        #expect(times.entries == [.seconds(8)])
    }

    @Test func `a clock that wakes its sleepers too early is asked once for each deadline`() async {
        let clock = EarlyClock()
        let sample = SampleScene(clock: clock)
        await sample.perform(policy: .concurrent.debounced(for: .seconds(3))) { _ in }.value
        #expect(clock.sleeps == 1)
    }
}

/// A clock whose sleeps take no time. Its time stands still for the first ten.
private final class EarlyClock: Clock, Sendable {
    typealias Instant = TestClock.Instant

    private let count = LockedValue(0)

    var sleeps: Int { count.withLock { $0 } }
    var now: Instant { Instant(offset: sleeps < 10 ? .zero : .seconds(3)) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        count.withLock { $0 += 1 }
    }
}
