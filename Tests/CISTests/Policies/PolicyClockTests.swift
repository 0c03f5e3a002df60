import CIS
import TestSupport
import Testing

/// The effects of debounce, throttle and timeout on the actions of a scene, on a clock that the test moves.
@MainActor
@Suite struct `Policy clock` {
    private let sample = PolicyFixture()

    private var clock: TestClock { sample.clock }

    // MARK: Debounce

    @Test func `a debounced action begins exactly at its deadline`() async {
        let task = sample.execute("a", .concurrent.debounced(for: .seconds(3)))
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .nanoseconds(2_999_999_999))
        #expect(clock.deadlines == [.seconds(3)])
        #expect(sample.recorder.entries.isEmpty)
        clock.advance(to: .seconds(3))
        sample.open("a")
        await task.value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
        #expect(sample.isEmpty)
        #expect(clock.deadlines.isEmpty)
    }

    @Test func `of a burst only the last begins, and the tasks of the others complete`() async {
        let policy = ActionPolicy.latest.debounced(for: .seconds(3))
        let first = sample.execute("a", policy)
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .seconds(2))
        let second = sample.execute("b", policy)
        let third = sample.execute("c", policy)
        await first.value
        await second.value
        #expect(sample.fates == ["a dropped: replaced", "b dropped: replaced"])
        clock.advance(to: .seconds(3))
        await clock.sleeper(until: .seconds(5))
        #expect(sample.recorder.entries.isEmpty)
        clock.advance(to: .seconds(5))
        sample.open("c")
        await third.value
        #expect(sample.recorder.entries == ["c begins", "c ends"])
        #expect(sample.isEmpty)
    }

    @Test(.requiresStartInPlace, arguments: [0, -1]) func `an action that is debounced for no time starts in place`(
        delay: Int
    ) {
        sample.open("a")
        sample.execute("a", .concurrent.debounced(for: .seconds(delay)))
        #expect(sample.recorder.entries.first == "a begins")
    }

    @Test func `a debounced action that is cancelled never begins, and its deadline is removed`() async {
        let task = sample.execute("a", .concurrent.debounced(for: .seconds(3)))
        await clock.sleeper(until: .seconds(3))
        task.cancel()
        await task.value
        #expect(sample.fates == ["a dropped: cancelledBeforeStart"])
        #expect(sample.isEmpty)
        let next = sample.execute("b", .concurrent.debounced(for: .seconds(4)))
        clock.advance(to: .seconds(3))
        await clock.sleeper(until: .seconds(4))
        clock.advance(to: .seconds(4))
        sample.open("b")
        await next.value
        #expect(sample.recorder.entries == ["b begins", "b ends"])
    }

    // MARK: Throttle

    @Test func `a throttled action begins at once, the last of the window at its end`() async {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4))
        sample.open("a", "b", "c", "d")
        await sample.execute("a", policy).value
        let second = sample.execute("b", policy)
        let third = sample.execute("c", policy)
        await second.value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
        await clock.sleeper(until: .seconds(4))
        clock.advance(to: .seconds(4))
        await third.value
        #expect(sample.recorder.entries == ["a begins", "a ends", "c begins", "c ends"])
        #expect(sample.fates == ["b dropped: replaced"])
        await clock.sleeper(until: .seconds(8))
        clock.advance(to: .seconds(8))
        await sample.execute("d", policy).value
        #expect(sample.recorder.entries.suffix(2) == ["d begins", "d ends"])
    }

    @Test func `without a trailing start the rest of the window is dropped at once`() async {
        let policy = ActionPolicy.concurrent.throttled(for: .seconds(4), trailing: false)
        sample.open("a")
        await sample.execute("a", policy).value
        await sample.execute("b", policy).value
        #expect(sample.fates == ["b dropped: throttled"])
        #expect(sample.isEmpty)
    }

    // MARK: Timeout

    @Test func `an action that runs for too long is cancelled at its deadline, and observers are notified`() async {
        let policy = ActionPolicy.serial.timeout(after: .seconds(5))
        let slow = sample.sample.perform("slow", policy: policy) {
            await cancellation(); $0.store.execute(.add(1))
        }
        let next = sample.execute("next", policy)
        await clock.sleeper(until: .seconds(5))
        clock.advance(to: .nanoseconds(4_999_999_999))
        #expect(clock.deadlines == [.seconds(5)])
        clock.advance(to: .seconds(5))
        await slow.value
        #expect(sample.fates == ["slow cancelled: timedOut"])
        #expect(sample.runtime.state.count == 0)
        sample.open("next")
        await next.value
        #expect(sample.isEmpty)
    }

    @Test func `an action that has finished in time is not timed out`() async {
        sample.open("a", "b")
        await sample.execute("a", .concurrent.timeout(after: .seconds(5))).value
        let later = sample.execute("b", .concurrent.debounced(for: .seconds(9)))
        await clock.sleeper(until: .seconds(5))
        clock.advance(to: .seconds(5))
        await clock.sleeper(until: .seconds(9))
        #expect(sample.fates.isEmpty)
        clock.advance(to: .seconds(9))
        await later.value
        #expect(sample.isEmpty)
    }

    @Test func `the longest timeout there is harms nothing on the system's clock`() async {
        let sample = SampleScene()
        let policy = ActionPolicy.serial.timeout(after: .seconds(Int64.max))
        await sample.perform(policy: policy) { $0.store.execute(.add(1)) }.value
        let held = sample.perform(policy: .concurrent.debounced(for: .seconds(Int64.max))) { $0.store.execute(.add(1)) }
        await mainActorJobsBehind()
        held.cancel()
        await held.value
        #expect(sample.runtime.state.count == 1)
    }

    // MARK: Clocks that are not good

    @Test func `a clock set back while an action is held lets it begin at its deadline and not early`() async {
        clock.advance(to: .seconds(10))
        let task = sample.execute("a", .concurrent.debounced(for: .seconds(3)))
        await clock.sleeper(until: .seconds(13))
        clock.jump(backTo: .seconds(-50))
        let other = sample.execute("b", .concurrent.group("b").debounced(for: .seconds(4)))
        clock.advance(to: .seconds(12))
        #expect(clock.deadlines == [.seconds(13)])
        clock.advance(to: .seconds(13))
        sample.open("a", "b")
        await task.value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
        await clock.sleeper(until: .seconds(14))
        clock.advance(to: .seconds(14))
        await other.value
        #expect(sample.isEmpty)
    }

    @Test func `a clock set back right after the timer has fired does not lose the deadline`() async {
        let task = sample.execute("a", .concurrent.debounced(for: .seconds(3)))
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .seconds(3))
        clock.jump(backTo: .zero)
        sample.open("a")
        await task.value
        #expect(sample.recorder.entries == ["a begins", "a ends"])
    }

    @Test func `after a clock was suspended all overdue deadlines are handled, and none is in the past`() async {
        let tasks = [3, 4].map { sample.execute("\($0)", .concurrent.group($0).debounced(for: .seconds($0))) }
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .seconds(1_000_000))
        sample.open("3", "4")
        for task in tasks { await task.value }
        #expect(Set(sample.recorder.entries) == ["3 begins", "3 ends", "4 begins", "4 ends"])
        #expect(clock.deadlines.isEmpty)
        #expect(sample.isEmpty)
    }
}
