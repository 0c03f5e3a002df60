import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G1 order` {
    private let lab = LabScene()
    private let trail = Trail<String>()

    /// An action that notes its start.
    private func noting(_ name: String) -> Lab.Action {
        .perform(name) { [trail] _ in trail.note(name) }
    }

    /// Notes a main-actor job of its own.
    private func noteJob(_ name: String) {
        Task { [trail] in trail.note(name) }
    }

    // MARK: In place

    @Test func `an action starts before execute returns`() {
        lab.runtime.execute(noting("started"))
        #expect(trail.entries == ["started"])
    }

    @Test func `an action runs up to its first suspension before execute returns`() async {
        let gate = Gate()
        let task = lab.perform { [trail] _ in
            trail.note("before")
            await gate.pass()
            trail.note("after")
        }
        #expect(trail.entries == ["before"])
        gate.open()
        await task.value
        #expect(trail.entries == ["before", "after"])
    }

    @Test func `an action executed after a suspension of another starts in place`() async {
        let gate = Gate()
        let task = lab.perform { [trail] controller in
            await gate.pass()
            trail.note("resumed")
            controller.scene.execute(.perform { _ in trail.note("second") })
            trail.note("returned")
        }
        gate.open()
        await task.value
        #expect(trail.entries == ["resumed", "second", "returned"])
    }

    @Test func `an action of low priority that waits does not hold back a user-initiated one`() async {
        let gate = Gate()
        let low = Task(priority: .background) { [lab] in
            await lab.runtime.run(.perform { await $0.interactor.execute(.perform { _ in await gate.pass() }) })
        }
        await gate.reached()
        let high = Task(priority: .userInitiated) { [lab] in
            await lab.runtime.execute(.mutate(.add(1))).value
        }
        await high.value
        #expect(lab.runtime.state.count == 1)
        #expect(lab.runtime.unfinishedActionCount == 1)
        gate.open()
        await low.value
    }

    // MARK: While the scene publishes

    @Test func `an action executed by an observer starts after the commit in a job of its own`() async {
        let token = lab.runtime.observe(\.count) { [lab, trail] count in
            guard count == 1 else { return }
            lab.runtime.execute(.perform { _ in trail.note("action") })
        }
        let second = lab.runtime.observe(\.count) { [trail] in trail.note("second observer \($0)") }
        noteJob("job before")
        lab.store.execute(.add(1))
        trail.note("execute returned")
        noteJob("job after")
        await mainActorJobsBehind()
        #expect(
            trail.entries == [
                "second observer 0", "second observer 1", "execute returned", "job before", "action", "job after",
            ])
        token.cancel()
        second.cancel()
    }

    @Test func `an action executed by a side effect starts after the commit in a job of its own`() async {
        lab.store.effects = { [runtime = lab.runtime, trail] mutation, _ in
            guard mutation == .add(1) else { return }
            runtime.execute(.perform { _ in trail.note("action") })
            trail.note("effect returned")
        }
        lab.store.execute(.add(1))
        trail.note("execute returned")
        noteJob("job after")
        await mainActorJobsBehind()
        #expect(trail.entries == ["effect returned", "execute returned", "action", "job after"])
        lab.store.effects = nil
    }

    @Test func `an action executed by an observer's first call starts after it`() async {
        let token = lab.runtime.observe(\.count) { [lab, trail] _ in
            lab.runtime.execute(.perform { _ in trail.note("action") })
            trail.note("callback returned")
        }
        trail.note("observe returned")
        await mainActorJobsBehind()
        #expect(trail.entries == ["callback returned", "observe returned", "action"])
        token.cancel()
    }

    // MARK: While another action starts

    @Test func `an action executed while another starts waits for a job of its own`() async {
        let inner = Shared<Task<Void, Never>?>(nil)
        lab.perform { [trail] controller in
            inner.value = controller.scene.execute(.perform { _ in trail.note("inner") })
            trail.note("outer goes on")
        }
        noteJob("job after")
        #expect(trail.entries == ["outer goes on"])
        await inner.value?.value
        await mainActorJobsBehind()
        #expect(trail.entries == ["outer goes on", "inner", "job after"])
    }

    @Test func `an action executed while a deferred one starts waits for a job of its own`() async {
        let inner = Shared<Task<Void, Never>?>(nil)
        let outer = lab.runtime.post(
            .perform { [trail] controller in
                inner.value = controller.scene.execute(.perform { _ in trail.note("inner") })
                trail.note("outer goes on")
            })
        await outer.value
        await inner.value?.value
        #expect(trail.entries == ["outer goes on", "inner"])
    }

    // MARK: While deferred starts are pending

    @Test func `an action executed while starts are pending starts behind them`() async {
        lab.runtime.post(noting("posted"))
        let task = lab.runtime.execute(noting("executed"))
        #expect(trail.entries.isEmpty)
        await task.value
        #expect(trail.entries == ["posted", "executed"])
    }

    @Test func `once no start is pending actions start in place again`() async {
        await lab.runtime.post(noting("posted")).value
        lab.runtime.execute(noting("executed"))
        #expect(trail.entries == ["posted", "executed"])
    }

    @Test func `each deferred action starts in a job of its own, first in first out`() async {
        let token = lab.runtime.observe(\.flag, initially: false) { [self] _ in
            for number in 1...3 {
                lab.runtime.execute(noting("action \(number)"))
                noteJob("job \(number)")
            }
        }
        lab.store.execute(.setFlag(true))
        await mainActorJobsBehind()
        #expect(trail.entries == ["action 1", "job 1", "action 2", "job 2", "action 3", "job 3"])
        token.cancel()
    }

    @Test func `a deferred action is cancellable before it starts, and the others keep their order`() async {
        lab.runtime.post(noting("first"))
        let cancelled = lab.runtime.post(noting("cancelled"))
        let last = lab.runtime.post(noting("last"))
        cancelled.cancel()
        await last.value
        #expect(trail.entries == ["first", "last"])
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }
}
