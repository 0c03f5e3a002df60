import CIS
import TestSupport
import Testing

@MainActor
@Suite struct `G5 completion` {
    private let sample = SampleScene()
    private let recorder = Recorder<String>()

    // MARK: Completion

    @Test func `an awaited action is done with every use case and mutation it awaited`() async {
        let gate = Gate()
        let task = sample.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await gate.pass()
                    interactor.store.execute(.addToTotal(1))
                })
            await controller.interactor.execute(.perform { $0.store.execute(.addToTotal(10)) })
            controller.store.execute(.setFlag(true))
        }
        #expect(sample.runtime.state == Sample.State())
        gate.open()
        await task.value
        #expect(sample.runtime.state.domainState.total == 11)
        #expect(sample.runtime.state.flag)
    }

    @Test func `an awaited action is done with the child tasks it awaited`() async {
        let gate = Gate()
        let task = sample.perform { controller in
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
        #expect(sample.runtime.state.count == 10)
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action that is not done is counted, one that is done is not`() async {
        let gate = Gate()
        let task = sample.perform { _ in await gate.pass() }
        sample.perform { _ in }
        await startsOfActions()
        #expect(sample.runtime.unfinishedActionCount == 1)
        gate.open()
        await task.value
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    // MARK: Before the start

    @Test func `an action cancelled before its start never runs`() async {
        let task = sample.runtime.post(.perform { [recorder] _ in recorder.note("ran") })
        task.cancel()
        await task.value
        #expect(recorder.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action executed by an observer and cancelled before its start never runs`() async {
        let token = sample.runtime.observe(\.count, initially: false) { [sample, recorder] _ in
            sample.runtime.execute(.perform { _ in recorder.note("ran") }).cancel()
        }
        sample.store.execute(.add(1))
        await mainActorJobsBehind()
        #expect(recorder.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        token.cancel()
    }

    @Test func `an action that a cancelled task would run never runs`() async {
        let gate = Gate()
        let task = Task { [sample, recorder] in
            await gate.pass()
            await sample.runtime.run(.perform { _ in recorder.note("ran") })
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(recorder.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    @Test func `an action that waits for its start inside run never runs once its caller is cancelled`() async {
        let task = Task { [sample, recorder] in
            sample.runtime.post(.perform { _ in recorder.note("first") })
            await sample.runtime.run(.perform { _ in recorder.note("ran") })
        }
        let canceller = Task { task.cancel() }  // behind the first, and before the start of what it runs
        await canceller.value
        await task.value
        #expect(recorder.entries == ["first"])
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    // MARK: At the end

    @Test func `cancelling an action after its completion, and again, does nothing`() async {
        let task = sample.runtime.execute(.mutate(.add(1)))
        await task.value
        task.cancel()
        task.cancel()
        await sample.runtime.execute(.mutate(.add(1))).value
        #expect(sample.runtime.state.count == 2)
        #expect(sample.reports.kinds.isEmpty)
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    @Test func `an action that cancels itself as its last step completes`() async {
        let own = Shared<Task<Void, Never>?>(nil)
        let gate = Gate()
        own.value = sample.perform { [recorder] controller in
            await gate.pass()
            controller.store.execute(.add(1))
            own.value?.cancel()
            own.value?.cancel()
            recorder.note("done")
        }
        gate.open()
        await own.value?.value
        own.value?.cancel()
        #expect(recorder.entries == ["done"])
        #expect(sample.runtime.state.count == 1)
        #expect(sample.runtime.unfinishedActionCount == 0)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `an action cancelled inside the commit it makes completes that commit`() async {
        let own = Shared<Task<Void, Never>?>(nil)
        let gate = Gate()
        let token = sample.runtime.observe(\.count, initially: false) { [recorder] count in
            own.value?.cancel()
            recorder.note("saw \(count)")
        }
        sample.store.effects = { [recorder] _, state in recorder.note("effect \(state.count)") }
        own.value = sample.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
        }
        gate.open()
        await own.value?.value
        #expect(recorder.entries == ["saw 1", "effect 1"])
        #expect(sample.runtime.unfinishedActionCount == 0)
        token.cancel()
        sample.store.effects = nil
    }
}
