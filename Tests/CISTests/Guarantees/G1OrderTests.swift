import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G1 order` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    /// An action that records its start.
    private func noting(_ name: String) -> Sample.Action {
        .perform(name) { [recorder] _ in recorder.note(name) }
    }

    /// Records when a new main-actor job runs.
    private func noteJob(_ name: String) {
        Task { [recorder] in recorder.note(name) }
    }

    @Test func `an action starts in place, unless the environment or the system defers every start`() async {
        let task = sample.runtime.execute(noting("started"))
        #expect(recorder.entries.isEmpty == !StartMode.isInPlace)
        await task.value
        #expect(recorder.entries == ["started"])
    }

    // MARK: In place

    @Test(.requiresStartInPlace) func `an action starts in place, before execute returns`() {
        sample.runtime.execute(noting("started"))
        #expect(recorder.entries == ["started"])
    }

    @Test(.requiresStartInPlace)
    func `an action that starts in place runs up to its first suspension before execute returns`() async {
        let gate = Gate()
        let task = sample.perform { [recorder] _ in
            recorder.note("before")
            await gate.pass()
            recorder.note("after")
        }
        #expect(recorder.entries == ["before"])
        gate.open()
        await task.value
        #expect(recorder.entries == ["before", "after"])
    }

    @Test(.requiresStartInPlace) func `an action executed after a suspension of another starts in place`() async {
        let gate = Gate()
        let task = sample.perform { [recorder] controller in
            await gate.pass()
            recorder.note("resumed")
            controller.scene?.execute(.perform { _ in recorder.note("second") })
            recorder.note("returned")
        }
        gate.open()
        await task.value
        #expect(recorder.entries == ["resumed", "second", "returned"])
    }

    @Test func `an action of low priority that waits does not hold back a user-initiated one`() async {
        let gate = Gate()
        let low = Task(priority: .background) { [sample] in
            await sample.runtime.run(.perform { await $0.interactor.execute(.perform { _ in await gate.pass() }) })
        }
        await gate.reached()
        let high = Task(priority: .userInitiated) { [sample] in
            await sample.runtime.execute(.mutate(.add(1))).value
        }
        await high.value
        #expect(sample.runtime.state.count == 1)
        #expect(sample.runtime.unfinishedActionCount == 1)
        gate.open()
        await low.value
    }

    // MARK: While the scene publishes

    @Test func `an action executed by an observer starts after the commit in a job of its own`() async {
        let token = sample.runtime.observe(\.count) { [sample, recorder] count in
            guard count == 1 else { return }
            sample.runtime.execute(.perform { _ in recorder.note("action") })
        }
        let second = sample.runtime.observe(\.count) { [recorder] in recorder.note("second observer \($0)") }
        noteJob("job before")
        sample.store.execute(.add(1))
        recorder.note("execute returned")
        noteJob("job after")
        await mainActorJobsBehind()
        #expect(
            recorder.entries == [
                "second observer 0", "second observer 1", "execute returned", "job before", "action", "job after",
            ])
        token.cancel()
        second.cancel()
    }

    @Test func `an action executed by a side effect starts after the commit in a job of its own`() async {
        sample.store.effects = { [runtime = sample.runtime, recorder] mutation, _ in
            guard mutation == .add(1) else { return }
            runtime.execute(.perform { _ in recorder.note("action") })
            recorder.note("effect returned")
        }
        sample.store.execute(.add(1))
        recorder.note("execute returned")
        noteJob("job after")
        await mainActorJobsBehind()
        #expect(recorder.entries == ["effect returned", "execute returned", "action", "job after"])
        sample.store.effects = nil
    }

    @Test func `an action executed by an observer's first call starts after it`() async {
        let token = sample.runtime.observe(\.count) { [sample, recorder] _ in
            sample.runtime.execute(.perform { _ in recorder.note("action") })
            recorder.note("callback returned")
        }
        recorder.note("observe returned")
        await mainActorJobsBehind()
        #expect(recorder.entries == ["callback returned", "observe returned", "action"])
        token.cancel()
    }

    // MARK: While another action starts

    @Test func `an action executed while another starts waits for a job of its own`() async {
        let inner = Shared<Task<Void, Never>?>(nil)
        sample.perform { [recorder] controller in
            inner.value = controller.scene?.execute(.perform { _ in recorder.note("inner") })
            noteJob("job after")
            recorder.note("outer goes on")
        }
        await startsOfActions()
        await inner.value?.value
        await mainActorJobsBehind()
        #expect(recorder.entries == ["outer goes on", "inner", "job after"])
    }

    @Test func `an action executed while a deferred one starts waits for a job of its own`() async {
        let inner = Shared<Task<Void, Never>?>(nil)
        let outer = sample.runtime.post(
            .perform { [recorder] controller in
                inner.value = controller.scene?.execute(.perform { _ in recorder.note("inner") })
                recorder.note("outer goes on")
            })
        await outer.value
        await inner.value?.value
        #expect(recorder.entries == ["outer goes on", "inner"])
    }

    // MARK: While deferred starts are pending

    @Test func `an action executed while starts are pending starts behind them`() async {
        sample.runtime.post(noting("posted"))
        let task = sample.runtime.execute(noting("executed"))
        #expect(recorder.entries.isEmpty)
        await task.value
        #expect(recorder.entries == ["posted", "executed"])
    }

    @Test(.requiresStartInPlace) func `once no start is pending actions start in place again`() async {
        await sample.runtime.post(noting("posted")).value
        sample.runtime.execute(noting("executed"))
        #expect(recorder.entries == ["posted", "executed"])
    }

    @Test func `each deferred action starts in a job of its own, first in first out`() async {
        let token = sample.runtime.observe(\.flag, initially: false) { [self] _ in
            for number in 1...3 {
                sample.runtime.execute(noting("action \(number)"))
                noteJob("job \(number)")
            }
        }
        sample.store.execute(.setFlag(true))
        await mainActorJobsBehind()
        #expect(recorder.entries == ["action 1", "job 1", "action 2", "job 2", "action 3", "job 3"])
        token.cancel()
    }

    @Test func `a deferred action is cancellable before it starts, and the others keep their order`() async {
        sample.runtime.post(noting("first"))
        let cancelled = sample.runtime.post(noting("cancelled"))
        let last = sample.runtime.post(noting("last"))
        cancelled.cancel()
        await last.value
        #expect(recorder.entries == ["first", "last"])
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }
}
