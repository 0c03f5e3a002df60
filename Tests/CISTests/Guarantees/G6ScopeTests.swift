import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G6 scope` {
    private let one = SampleScene()
    private let two = SampleScene()
    private let recorder = Recorder<String>()

    // MARK: Identity

    @Test func `two runtimes of one definition have identities of their own`() {
        #expect(one.runtime.identity != two.runtime.identity)
        #expect(one.runtime.identity.name == two.runtime.identity.name)
        #expect(one.runtime.identity.number != two.runtime.identity.number)
    }

    @Test func `the identity of a released scene is never reused`() {
        var seen: Set<SceneIdentity> = []
        for _ in 0..<100 { seen.insert(SampleScene().runtime.identity) }
        #expect(seen.count == 100)
    }

    @Test func `state, observers and events of two runtimes are separate`() async {
        let log = EventLog()
        let attached = one.runtime.attach(log)
        let token = one.runtime.observe(\.count) { [recorder] in recorder.note("one \($0)") }
        await two.runtime.execute(.mutate(.add(5))).value
        #expect(one.runtime.state.count == 0)
        #expect(two.runtime.state.count == 5)
        #expect(recorder.entries == ["one 0"])
        #expect(log.events.isEmpty)
        attached.cancel()
        token.cancel()
    }

    // MARK: Cancellation

    @Test func `cancelling an action of one runtime leaves the same action of another alone`() async {
        let gate = Gate()
        let tasks = [one, two].map { sample in
            sample.perform("same") { controller in
                await gate.pass()
                controller.store.execute(.add(1))
            }
        }
        await startsOfActions()
        tasks[0].cancel()
        gate.open()
        for task in tasks { await task.value }
        #expect(one.runtime.state.count == 0)
        #expect(two.runtime.state.count == 1)
        #expect(one.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(two.reports.kinds.isEmpty)
    }

    @Test func `cancelling one action leaves its siblings alone`() async {
        let gate = Gate()
        let tasks = (0..<3).map { number in
            one.perform { controller in
                await gate.pass()
                controller.store.execute(.append("\(number)"))
            }
        }
        tasks[1].cancel()
        gate.open()
        for task in tasks { await task.value }
        #expect(Set(one.runtime.state.log) == ["0", "2"])
    }

    @Test func `a child whose action is cancelled leaves its parent's action alone`() async {
        let gate = Gate()
        let parent = one
        let child = two
        let childTask = Shared<Task<Void, Never>?>(nil)
        let parentTask = parent.perform { controller in
            childTask.value = child.perform { _ in await gate.pass() }
            await gate.pass()
            controller.store.execute(.append("parent \(Task.isCancelled)"))
        }
        childTask.value?.cancel()
        gate.open()
        await childTask.value?.value
        await parentTask.value
        #expect(parent.runtime.state.log == ["parent false"])
        #expect(parent.reports.kinds.isEmpty)
    }

    @Test func `a child that a parent runs is cancelled with it, and a second instance of the child is not`() async {
        let gate = Gate()
        let parent = SampleScene()
        let action = Sample.Action.perform("same") { controller in
            await gate.pass()
            controller.store.execute(.append("\(Task.isCancelled)"))
        }
        let parentTask = parent.perform { [one] _ in await one.runtime.run(action) }
        let free = two.runtime.execute(action)
        parentTask.cancel()
        gate.open()
        await parentTask.value
        await free.value
        #expect(one.runtime.state.log.isEmpty)
        #expect(two.runtime.state.log == ["false"])
    }

    @Test func `a cancelled action of one runtime drops its own mutations and none of another's`() async {
        let gate = Gate()
        let task = one.perform { [two] controller in
            await gate.pass()
            two.store.execute(.append("two"))
            controller.store.execute(.append("one"))
        }
        let own = Gate()
        let running = two.perform { _ in await own.pass() }  // makes the other runtime ask who mutates
        await startsOfActions()
        task.cancel()
        gate.open()
        await task.value
        own.open()
        await running.value
        #expect(one.runtime.state.log.isEmpty)
        #expect(two.runtime.state.log == ["two"])
    }

    @Test func `stopping one runtime leaves another alone`() async {
        let gate = Gate()
        let tasks = [one, two].map { sample in
            sample.perform { controller in
                await gate.pass()
                controller.store.execute(.append("\(Task.isCancelled)"))
            }
        }
        let tokens = [one, two].enumerated().map { index, sample in
            sample.runtime.observe(\.count, initially: false) { [recorder] in recorder.note("\(index): \($0)") }
        }
        one.runtime.stop()
        gate.open()
        for task in tasks { await task.value }
        two.store.execute(.add(1))
        #expect(one.runtime.state.log.isEmpty)
        #expect(two.runtime.state.log == ["false"])
        #expect(recorder.entries == ["1: 1"])
        #expect(!two.runtime.isStopped)
        #expect(two.reports.kinds.isEmpty)
        for token in tokens { token.cancel() }
    }

    @Test func `releasing one runtime leaves another alone`() async {
        let gate = Gate()
        var released: SampleScene? = SampleScene()
        let cancelled = released?.perform { [recorder] _ in
            await gate.pass()
            recorder.note("released \(Task.isCancelled)")
        }
        let kept = two.perform { [recorder] _ in
            await gate.pass()
            recorder.note("kept \(Task.isCancelled)")
        }
        await startsOfActions()
        released = nil
        gate.open()
        await cancelled?.value
        await kept.value
        #expect(Set(recorder.entries) == ["released true", "kept false"])
    }

    // MARK: Starting and publishing

    @Test(.requiresStartInPlace) func `an action starts in place while another runtime publishes`() {
        let token = one.runtime.observe(\.count, initially: false) { [two, recorder] _ in
            two.perform { _ in recorder.note("two") }
            recorder.note("observer of one")
        }
        one.store.execute(.add(1))
        #expect(recorder.entries == ["two", "observer of one"])
        token.cancel()
    }

    @Test(.requiresStartInPlace) func `an action starts in place while another runtime starts one`() {
        one.perform { [two, recorder] _ in
            two.perform { _ in recorder.note("two") }
            recorder.note("one")
        }
        #expect(recorder.entries == ["two", "one"])
    }

    @Test(.requiresStartInPlace) func `an action starts in place while starts of another runtime are pending`() async {
        let posted = one.runtime.post(.perform { [recorder] _ in recorder.note("one") })
        two.perform { [recorder] _ in recorder.note("two") }
        #expect(recorder.entries == ["two"])
        await posted.value
        #expect(recorder.entries == ["two", "one"])
    }

    @Test func `a mutation is applied at once while another runtime publishes`() {
        let token = one.runtime.observe(\.count, initially: false) { [two, recorder] _ in
            two.store.execute(.add(1))
            recorder.note("two has \(two.store.state.count)")
        }
        one.store.execute(.add(1))
        #expect(recorder.entries == ["two has 1"])
        token.cancel()
    }

    @Test(.requiresStartInPlace) func `deferring every start of one runtime leaves the start in place to another`() {
        one.runtime.deferEveryStart()
        one.perform { [recorder] _ in recorder.note("one") }
        two.perform { [recorder] _ in recorder.note("two") }
        #expect(recorder.entries == ["two"])
    }

    @Test func `unfinished actions are counted runtime by runtime`() async {
        let gate = Gate()
        let task = one.perform { _ in await gate.pass() }
        #expect(one.runtime.unfinishedActionCount == 1)
        #expect(two.runtime.unfinishedActionCount == 0)
        gate.open()
        await task.value
    }

    // MARK: Misuse

    @Test func `each runtime reports its drops to its own reporter`() {
        one.runtime.stop()
        one.store.execute(.add(1))
        two.store.execute(.add(1))
        #expect(one.reports.kinds == [.mutationDropped(.stopped)])
        #expect(two.reports.kinds.isEmpty)
        #expect(two.runtime.state.count == 1)
    }
}
