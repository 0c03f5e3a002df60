import CIS
import Testing

/// The edge cases of debounce, throttle and timeout, one by one.
@Suite struct `Policy time` {
    private typealias Decision = NumberedScheduler.Decision

    private var scheduler = NumberedScheduler()

    private mutating func submit(
        _ id: UInt64, _ policy: ActionPolicy, at time: Int, group: String = "g", callers: Set<UInt64> = [],
        isAwaited: Bool = false
    ) -> [Decision] {
        let request = NumberedScheduler.Request(
            id: id, group: GroupID(group), policy: policy, callers: callers, isAwaited: isAwaited)
        return scheduler.submit(request, at: .seconds(time))
    }

    private mutating func tick(at time: Int) -> [Decision] {
        scheduler.tick(at: .seconds(time))
    }

    // MARK: Debounce

    @Test mutating func `a debounced action starts exactly at its deadline and not before`() {
        #expect(submit(1, .concurrent.debounced(for: .seconds(3)), at: 0).isEmpty)
        #expect(scheduler.nextDeadline == .seconds(3))
        #expect(scheduler.tick(at: .nanoseconds(2_999_999_999)).isEmpty)
        #expect(tick(at: 3) == [.start(1)])
        #expect(scheduler.nextDeadline == nil)
    }

    @Test mutating func `of a burst only the last starts, and the delay counts from it`() {
        let policy = ActionPolicy.concurrent.debounced(for: .seconds(3))
        #expect(submit(1, policy, at: 0).isEmpty)
        #expect(submit(2, policy, at: 1) == [.drop(1, .replaced)])
        #expect(submit(3, policy, at: 2) == [.drop(2, .replaced)])
        #expect(tick(at: 4).isEmpty)
        #expect(tick(at: 5) == [.start(3)])
    }

    @Test mutating func `an action executed exactly at the deadline finds the one before started`() {
        let policy = ActionPolicy.concurrent.debounced(for: .seconds(3))
        #expect(submit(1, policy, at: 0).isEmpty)
        #expect(submit(2, policy, at: 3) == [.start(1)])
        #expect(tick(at: 6) == [.start(2)])
    }

    @Test(arguments: [0, -5]) mutating func `a debounce of no time does not wait`(delay: Int) {
        #expect(submit(1, .concurrent.debounced(for: .seconds(delay)), at: 0) == [.start(1)])
        #expect(scheduler.nextDeadline == nil)
    }

    @Test mutating func `a debounced action is withdrawn without a trace`() {
        #expect(submit(1, .concurrent.debounced(for: .seconds(3)), at: 0).isEmpty)
        let decisions = scheduler.withdraw(1, at: .seconds(1))
        #expect(decisions == [.drop(1, .cancelledBeforeStart)])
        #expect(scheduler.groupCount == 0)
        #expect(tick(at: 3).isEmpty)
    }

    @Test mutating func `a throttled action does not start a debounced one of its group early`() {
        #expect(submit(1, .concurrent.debounced(for: .seconds(10)), at: 0).isEmpty)
        #expect(submit(2, .concurrent.throttled(for: .seconds(1)), at: 1) == [.start(2)])
        #expect(tick(at: 9).isEmpty)
        #expect(tick(at: 10) == [.start(1)])
    }

    // MARK: Throttle

    @Test mutating func `the first action starts at once and the last of the window at its end`() {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4))
        #expect(submit(1, policy, at: 0) == [.start(1)])
        #expect(submit(2, policy, at: 1).isEmpty)
        #expect(submit(3, policy, at: 3) == [.drop(2, .replaced)])
        #expect(tick(at: 4) == [.start(3)])
        #expect(submit(4, policy, at: 5).isEmpty)
        #expect(tick(at: 8) == [.start(4)])
        #expect(tick(at: 12).isEmpty)
        #expect(submit(5, policy, at: 12) == [.start(5)])
    }

    @Test mutating func `without a trailing start the rest of the window is dropped`() {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4), trailing: false)
        #expect(submit(1, policy, at: 0) == [.start(1)])
        #expect(submit(2, policy, at: 3) == [.drop(2, .throttled)])
        #expect(submit(3, policy, at: 4) == [.start(3)])
    }

    @Test mutating func `without a leading start the first opens the window and waits`() {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4), leading: false)
        #expect(submit(1, policy, at: 0).isEmpty)
        #expect(tick(at: 4) == [.start(1)])
    }

    @Test mutating func `with neither a leading nor a trailing start the first starts`() {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4), leading: false, trailing: false)
        #expect(submit(1, policy, at: 0) == [.start(1)])
        #expect(submit(2, policy, at: 1) == [.drop(2, .throttled)])
    }

    @Test mutating func `a trailing start opens a window of its own length`() {
        #expect(submit(1, .concurrent.throttled(for: .seconds(2)), at: 0) == [.start(1)])
        #expect(submit(2, .concurrent.throttled(for: .seconds(10)), at: 1).isEmpty)
        #expect(tick(at: 2) == [.start(2)])
        #expect(submit(3, .concurrent.throttled(for: .seconds(2)), at: 5).isEmpty)
        #expect(tick(at: 11).isEmpty)
        #expect(tick(at: 12) == [.start(3)])
    }

    @Test(arguments: [0, -5]) mutating func `a throttle of no time does not wait`(interval: Int) {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(interval))
        #expect(submit(1, policy, at: 0) == [.start(1)])
        #expect(submit(2, policy, at: 0) == [.start(2)])
    }
}

extension `Policy time` {
    // MARK: Timeout

    @Test mutating func `an action that runs for too long is cancelled exactly at the deadline, once`() {
        #expect(submit(1, .concurrent.timeout(after: .seconds(5)), at: 1) == [.start(1)])
        #expect(scheduler.tick(at: .nanoseconds(5_999_999_999)).isEmpty)
        #expect(tick(at: 6) == [.cancel(1, .timedOut)])
        #expect(tick(at: 60).isEmpty)
    }

    @Test mutating func `an action that has finished does not time out`() {
        #expect(submit(1, .concurrent.timeout(after: .seconds(5)), at: 0) == [.start(1)])
        #expect(scheduler.finish(1, at: .seconds(5)).isEmpty)
        #expect(tick(at: 5).isEmpty)
    }

    @Test mutating func `the time that an action waits for its start does not count`() {
        #expect(submit(1, .serial, at: 0) == [.start(1)])
        #expect(submit(2, .serial.timeout(after: .seconds(5)), at: 0).isEmpty)
        #expect(scheduler.finish(1, at: .seconds(100)) == [.start(2)])
        #expect(tick(at: 104).isEmpty)
        #expect(tick(at: 105) == [.cancel(2, .timedOut)])
    }

    @Test(arguments: [0, -5]) mutating func `a timeout of no time is the shortest there is`(limit: Int) {
        #expect(submit(1, .concurrent.timeout(after: .seconds(limit)), at: 0) == [.start(1)])
        #expect(tick(at: 0).isEmpty)
        #expect(scheduler.tick(at: .nanoseconds(1)) == [.cancel(1, .timedOut)])
    }

    // MARK: Clocks

    @Test mutating func `a clock that jumps backwards lets nothing happen early`() {
        #expect(submit(1, .concurrent.debounced(for: .seconds(3)), at: 10).isEmpty)
        #expect(tick(at: -100).isEmpty)
        #expect(submit(2, .concurrent.timeout(after: .seconds(3)), at: 5, group: "other") == [.start(2)])
        #expect(tick(at: 12).isEmpty)
        #expect(tick(at: 13) == [.start(1), .cancel(2, .timedOut)])
    }

    @Test mutating func `a clock that was suspended lets everything happen that is overdue, in order`() {
        #expect(submit(1, .concurrent.timeout(after: .seconds(5)), at: 0, group: "a") == [.start(1)])
        #expect(submit(2, .concurrent.debounced(for: .seconds(3)), at: 0, group: "b").isEmpty)
        #expect(submit(3, .concurrent.debounced(for: .seconds(4)), at: 0, group: "c").isEmpty)
        #expect(tick(at: 1_000_000) == [.start(2), .start(3), .cancel(1, .timedOut)])
    }

    // MARK: Groups and callers

    @Test mutating func `an action that waits cancels the groups it names when it starts, not before`() {
        #expect(submit(1, .serial, at: 0) == [.start(1)])
        #expect(submit(2, .concurrent, at: 0, group: "uploads") == [.start(2)])
        #expect(submit(3, .serial.cancelling("uploads"), at: 0).isEmpty)
        #expect(scheduler.finish(1, at: .seconds(1)) == [.cancel(2, .replaced), .start(3)])
    }

    @Test mutating func `an action that is awaited within its group takes no place from others`() {
        #expect(submit(1, .limited(2), at: 0) == [.start(1)])
        #expect(submit(2, .limited(2), at: 0, callers: [1], isAwaited: true) == [.start(2)])
        #expect(submit(3, .limited(2), at: 0) == [.start(3)])
        #expect(submit(4, .limited(2), at: 0).isEmpty)
    }

    @Test mutating func `the latest does not cancel the action that executes it, nor those that wait for that one`() {
        #expect(submit(1, .concurrent, at: 0) == [.start(1)])
        #expect(submit(2, .concurrent, at: 0) == [.start(2)])
        #expect(submit(3, .concurrent, at: 0, group: "other", callers: [2], isAwaited: true) == [.start(3)])
        #expect(submit(4, .latest, at: 0, callers: [2, 3]) == [.cancel(1, .replaced), .start(4)])
    }
}
