import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G5 completion` {
    private let lab = LabScene()
    private let trail = Trail<String>()

    // MARK: Completion

    @Test func `an awaited action is done with every use case and mutation it awaited`() async {
        let gate = Gate()
        let task = lab.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await gate.pass()
                    interactor.store.execute(.addToTotal(1))
                })
            await controller.interactor.execute(.perform { $0.store.execute(.addToTotal(10)) })
            controller.store.execute(.setFlag(true))
        }
        #expect(lab.runtime.state == Lab.State())
        gate.open()
        await task.value
        #expect(lab.runtime.state.domainState.total == 11)
        #expect(lab.runtime.state.flag)
    }

    @Test func `an awaited action is done with the child tasks it awaited`() async {
        let gate = Gate()
        let task = lab.perform { controller in
            let child: @MainActor @Sendable () async -> Void = {
                await gate.pass()
                controller.store.execute(.add(1))
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask(operation: child) }
            }
        }
        gate.open()
        await task.value
        #expect(lab.runtime.state.count == 10)
        #expect(lab.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action that is not done is counted, one that is done is not`() async {
        let gate = Gate()
        let task = lab.perform { _ in await gate.pass() }
        lab.perform { _ in }
        #expect(lab.runtime.unfinishedActionCount == 1)
        gate.open()
        await task.value
        #expect(lab.runtime.unfinishedActionCount == 0)
    }

    // MARK: Before the start

    @Test func `an action cancelled before its start never runs`() async {
        let task = lab.runtime.post(.perform { [trail] _ in trail.note("ran") })
        task.cancel()
        await task.value
        #expect(trail.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        #expect(lab.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action executed by an observer and cancelled before its start never runs`() async {
        let token = lab.runtime.observe(\.count, initially: false) { [lab, trail] _ in
            lab.runtime.execute(.perform { _ in trail.note("ran") }).cancel()
        }
        lab.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(trail.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        token.cancel()
    }

    @Test func `an action that a cancelled task would run never runs`() async {
        let gate = Gate()
        let task = Task { [lab, trail] in
            await gate.pass()
            await lab.runtime.run(.perform { _ in trail.note("ran") })
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(trail.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    @Test func `an action that waits for its start inside run never runs once its caller is cancelled`() async {
        let task = Task { [lab, trail] in
            lab.runtime.post(.perform { _ in trail.note("first") })
            await lab.runtime.run(.perform { _ in trail.note("ran") })
        }
        let canceller = Task { task.cancel() }  // behind the first, and before the start of what it runs
        await canceller.value
        await task.value
        #expect(trail.entries == ["first"])
        #expect(lab.runtime.unfinishedActionCount == 0)
    }

    // MARK: At the end

    @Test func `cancelling an action after its completion, and again, does nothing`() async {
        let task = lab.runtime.execute(.mutate(.add(1)))
        await task.value
        task.cancel()
        task.cancel()
        await lab.runtime.execute(.mutate(.add(1))).value
        #expect(lab.runtime.state.count == 2)
        #expect(lab.reports.kinds.isEmpty)
        #expect(lab.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action that cancels itself as its last step completes`() async {
        let own = Shared<Task<Void, Never>?>(nil)
        let gate = Gate()
        own.value = lab.perform { [trail] controller in
            await gate.pass()
            controller.store.execute(.add(1))
            own.value?.cancel()
            own.value?.cancel()
            trail.note("done")
        }
        gate.open()
        await own.value?.value
        own.value?.cancel()
        #expect(trail.entries == ["done"])
        #expect(lab.runtime.state.count == 1)
        #expect(lab.runtime.unfinishedActionCount == 0)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `an action cancelled inside the commit it makes completes that commit`() async {
        let own = Shared<Task<Void, Never>?>(nil)
        let gate = Gate()
        let token = lab.runtime.observe(\.count, initially: false) { [trail] count in
            own.value?.cancel()
            trail.note("saw \(count)")
        }
        lab.store.effects = { [trail] _, state in trail.note("effect \(state.count)") }
        own.value = lab.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
        }
        gate.open()
        await own.value?.value
        #expect(trail.entries == ["saw 1", "effect 1"])
        #expect(lab.runtime.unfinishedActionCount == 0)
        token.cancel()
        lab.store.effects = nil
    }
}
