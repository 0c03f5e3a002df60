import CIS
import TestSupport
import Testing

/// The end of a scene whose actions wait, and scenes beside it.
@MainActor
@Suite struct `Policy teardown` {
    // MARK: stop and release

    /// A running action, one that waits, one that is debounced, one that is throttled.
    private func fill(_ lab: PolicyLab) async -> [Task<Void, Never>] {
        lab.open("opener")
        await lab.execute("opener", .concurrent.throttled(for: .seconds(5)).group("throttled")).value
        return [
            lab.execute("running", .serial), lab.execute("waiting", .serial),
            lab.execute("debounced", .concurrent.debounced(for: .seconds(3)).group("debounced")),
            lab.execute("throttled", .concurrent.throttled(for: .seconds(5)).group("throttled")),
        ]
    }

    @Test func `stop ends the actions that wait, each with one report that blames nobody`() async {
        let lab = PolicyLab()
        let tasks = await fill(lab)
        lab.runtime.stop()
        for task in tasks.dropFirst() { await task.value }
        #expect(
            lab.fates.sorted() == [
                "debounced dropped: cancelledBeforeStart", "throttled dropped: cancelledBeforeStart",
                "waiting dropped: cancelledBeforeStart",
            ])
        #expect(lab.lab.reports.kinds == Array(repeating: .actionDropped(.cancelledBeforeStart), count: 3))
        #expect(lab.lab.reports.all.allSatisfy { !$0.isMisuse })
        #expect(lab.runtime.scheduledActionCount == 1)
        lab.open("running")
        await tasks[0].value
        #expect(lab.isEmpty)
        await lab.execute("late", .serial).value
        #expect(lab.fates.last == "late dropped: stopped")
        #expect(lab.lab.reports.all.last?.isMisuse == true)
    }

    @Test func `stop after the actions have begun to wait ends them, too`() async {
        let lab = PolicyLab()
        let tasks = await fill(lab)
        await mainActorJobsBehind()
        lab.runtime.stop()
        for task in tasks.dropFirst() { await task.value }
        #expect(lab.fates.count == 3)
        #expect(lab.fates.allSatisfy { $0.hasSuffix("dropped: cancelledBeforeStart") })
        lab.open("running")
        await tasks[0].value
        #expect(lab.isEmpty)
        #expect(lab.trail.entries == ["opener begins", "opener ends", "running begins", "running ends, cancelled"])
    }

    @Test func `a posted action with a policy is dropped as late only if it was posted after the stop`() async {
        let lab = PolicyLab()
        let early = lab.runtime.post(lab.action("early", .serial))
        lab.runtime.stop()
        let late = lab.runtime.post(lab.action("late", .serial))
        await early.value
        await late.value
        #expect(lab.fates == ["early dropped: cancelledBeforeStart", "late dropped: stopped"])
        #expect(lab.isEmpty)
    }

    @Test func `a released scene ends the actions that wait, and leaves no store and no sleeper`() async {
        let clock = TestClock()
        var lab: PolicyLab? = PolicyLab(clock: clock)
        weak let store = lab?.lab.store
        let trail = lab?.trail
        let gate = lab?.gate("running")
        var tasks: [Task<Void, Never>] = []
        if let lab { tasks = await fill(lab) }
        await clock.sleeper(until: .seconds(3))
        lab = nil
        for task in tasks.dropFirst() { await task.value }
        #expect(clock.deadlines.count <= 1)
        gate?.open()
        await tasks.first?.value
        await mainActorJobsBehind()
        #expect(store == nil)
        #expect(clock.deadlines.isEmpty)
        #expect(trail?.entries == ["opener begins", "opener ends", "running begins", "running ends, cancelled"])
    }

    @Test func `a scene with an open throttle window and nothing to do is freed`() async {
        let clock = TestClock()
        var lab: PolicyLab? = PolicyLab(clock: clock)
        weak let store = lab?.lab.store
        lab?.open("a")
        let task = lab?.execute("a", .concurrent.throttled(for: .seconds(5)))
        await task?.value
        await clock.sleeper(until: .seconds(5))
        lab = nil
        await mainActorJobsBehind()
        #expect(store == nil)
        #expect(clock.deadlines.isEmpty)
    }

    // MARK: Two runtimes of one definition

    @Test func `the policies of one runtime do not touch another of the same definition`() async {
        let clock = TestClock()
        let (left, right) = (PolicyLab(clock: clock), PolicyLab(clock: clock))
        let search = left.execute("search", .latest.group("g"))
        let task = left.execute("task", .serial)
        let held = left.execute("held", .concurrent.debounced(for: .seconds(3)).group("h"))
        right.execute("search", .latest.group("g"))
        right.execute("task", .serial)
        right.execute("first", .first.group("f").cancelling("g").cancelling("h"))
        right.open("search")
        let rightHeld = right.execute("held", .concurrent.debounced(for: .seconds(3)).group("h"))
        #expect(right.trail.entries == ["search begins", "task begins", "first begins"])
        #expect(left.fates.isEmpty)
        right.runtime.stop()
        await rightHeld.value
        #expect(left.fates.isEmpty)
        await clock.sleeper(until: .seconds(3))
        clock.advance(to: .seconds(3))
        left.open("search", "task", "held")
        for task in [search, task, held] { await task.value }
        #expect(left.trail.entries.contains("held ends"))
        #expect(left.fates.isEmpty)
        #expect(left.isEmpty)
        right.open("task", "first")
    }
}
