import CIS
import TestSupport
import Testing

/// The end of a scene whose actions wait, and its effect on other scenes.
@MainActor
@Suite struct `Policy teardown` {
    @Test func `a deadline that is far away does not keep what an action has carried`() async {
        let clock = TestClock()
        // Has no observer, because an observer would keep the action in its events.
        let sample = SampleScene(clock: clock)
        weak var carried: TaskBox?
        do {
            let load = TaskBox()
            carried = load
            let policy = ActionPolicy.concurrent.timeout(after: .seconds(30))
            await sample.runtime.execute(
                .perform("loaded", policy: policy) { _ in withExtendedLifetime(load) {} }
            ).value
        }
        await clock.sleeper(until: .seconds(30))
        #expect(carried == nil)
    }

    // MARK: stop and release

    /// Executes four actions: one runs, one waits, one is debounced, and one is throttled.
    private func fill(_ sample: PolicyFixture) async -> [Task<Void, Never>] {
        sample.open("opener")
        await sample.execute("opener", .concurrent.throttled(for: .seconds(5)).group("throttled")).value
        return [
            sample.execute("running", .serial), sample.execute("waiting", .serial),
            sample.execute("debounced", .concurrent.debounced(for: .seconds(3)).group("debounced")),
            sample.execute("throttled", .concurrent.throttled(for: .seconds(5)).group("throttled")),
        ]
    }

    @Test func `stop ends the waiting actions, each with one report that is no misuse`() async {
        let sample = PolicyFixture()
        let tasks = await fill(sample)
        await startsOfActions()
        sample.runtime.stop()
        for task in tasks.dropFirst() { await task.value }
        #expect(
            sample.fates.sorted() == [
                "debounced dropped: cancelledBeforeStart", "throttled dropped: cancelledBeforeStart",
                "waiting dropped: cancelledBeforeStart",
            ])
        #expect(sample.sample.reports.kinds == Array(repeating: .actionDropped(.cancelledBeforeStart), count: 3))
        #expect(sample.sample.reports.all.allSatisfy { !$0.isMisuse })
        #expect(sample.runtime.scheduledActionCount == 1)
        sample.open("running")
        await tasks[0].value
        #expect(sample.isEmpty)
        await sample.execute("late", .serial).value
        #expect(sample.fates.last == "late dropped: stopped")
        #expect(sample.sample.reports.kinds.last == .actionDropped(.stopped))
    }

    @Test func `stop after the actions have begun to wait ends them, too`() async {
        let sample = PolicyFixture()
        let tasks = await fill(sample)
        await mainActorJobsBehind()
        sample.runtime.stop()
        for task in tasks.dropFirst() { await task.value }
        #expect(sample.fates.count == 3)
        #expect(sample.fates.allSatisfy { $0.hasSuffix("dropped: cancelledBeforeStart") })
        sample.open("running")
        await tasks[0].value
        #expect(sample.isEmpty)
        #expect(
            sample.recorder.entries == ["opener begins", "opener ends", "running begins", "running ends, cancelled"])
    }

    @Test func `a posted action with a policy is dropped as late only if it was posted after the stop`() async {
        let sample = PolicyFixture()
        let early = sample.runtime.post(sample.action("early", .serial))
        sample.runtime.stop()
        let late = sample.runtime.post(sample.action("late", .serial))
        await early.value
        await late.value
        #expect(sample.fates == ["early dropped: cancelledBeforeStart", "late dropped: stopped"])
        #expect(sample.isEmpty)
    }

    @Test func `a released scene ends the actions that wait, and leaves no store and no sleeper`() async {
        let clock = TestClock()
        var sample: PolicyFixture? = PolicyFixture(clock: clock)
        weak let store = sample?.sample.store
        let recorder = sample?.recorder
        let gate = sample?.gate("running")
        var tasks: [Task<Void, Never>] = []
        if let sample { tasks = await fill(sample) }
        await clock.sleeper(until: .seconds(3))
        sample = nil
        for task in tasks.dropFirst() { await task.value }
        #expect(clock.deadlines.count <= 1)
        gate?.open()
        await tasks.first?.value
        await mainActorJobsBehind()
        #expect(store == nil)
        #expect(clock.deadlines.isEmpty)
        #expect(recorder?.entries == ["opener begins", "opener ends", "running begins", "running ends, cancelled"])
    }

    @Test func `an idle scene with an open throttle window is freed`() async {
        let clock = TestClock()
        var sample: PolicyFixture? = PolicyFixture(clock: clock)
        weak let store = sample?.sample.store
        sample?.open("a")
        let task = sample?.execute("a", .concurrent.throttled(for: .seconds(5)))
        await task?.value
        await clock.sleeper(until: .seconds(5))
        sample = nil
        await mainActorJobsBehind()
        #expect(store == nil)
        #expect(clock.deadlines.isEmpty)
    }

    // MARK: Two runtimes of one definition

    @Test func `the policies of one runtime do not touch another of the same definition`() async {
        let clock = TestClock()
        let (left, right) = (PolicyFixture(clock: clock), PolicyFixture(clock: clock))
        let search = left.execute("search", .latest.group("g"))
        let task = left.execute("task", .serial)
        let held = left.execute("held", .concurrent.debounced(for: .seconds(3)).group("h"))
        right.execute("search", .latest.group("g"))
        right.execute("task", .serial)
        await startsOfActions()
        right.execute("first", .first.group("f").cancelling("g").cancelling("h"))
        let rightHeld = right.execute("held", .concurrent.debounced(for: .seconds(3)).group("h"))
        await startsOfActions()
        #expect(right.recorder.entries == ["search begins", "task begins", "first begins"])
        #expect(left.fates.isEmpty)
        right.open("search")
        right.runtime.stop()
        await rightHeld.value
        #expect(left.fates.isEmpty)
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .seconds(3))
        left.open("search", "task", "held")
        for task in [search, task, held] { await task.value }
        #expect(left.recorder.entries.contains("held ends"))
        #expect(left.fates.isEmpty)
        #expect(left.isEmpty)
        right.open("task", "first")
    }
}
