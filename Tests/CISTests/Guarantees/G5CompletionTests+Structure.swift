import CIS
import TestSupport
import Testing

extension `G5 completion` {
    @MainActor
    @Suite struct `of what is inside` {
        private let sample = SampleScene()
        private let other = SampleScene()
        private let recorder = Recorder<String>()

        /// An action that waits at a gate, and then records whether it was cancelled.
        private func waiting(_ name: String, at gate: Gate) -> Sample.Action {
            .perform(name) { [recorder] _ in
                await gate.pass()
                recorder.note("\(name) \(Task.isCancelled ? "cancelled" : "went on")")
            }
        }

        // MARK: Cancellation reaches everything structured

        @Test func `cancelling an action cancels its use cases`() async {
            let gate = Gate()
            let task = sample.perform { [recorder] controller in
                await controller.interactor.execute(
                    .perform { _ in
                        await gate.pass()
                        recorder.note("use case \(Task.isCancelled)")
                    })
                recorder.note("action \(Task.isCancelled)")
            }
            await startsOfActions()
            task.cancel()
            gate.open()
            await task.value
            #expect(recorder.entries == ["use case true", "action true"])
        }

        @Test func `cancelling an action cancels its child tasks`() async {
            let gate = Gate()
            let task = sample.perform { [recorder] _ in
                async let child: Void = {
                    await gate.pass()
                    await recorder.note("child \(Task.isCancelled)")
                }()
                await child
            }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(recorder.entries == ["child true"])
        }

        @Test func `cancelling an action cancels the actions that it runs, in all scenes and at any depth`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let task = sample.perform { [recorder, other] controller in
                await controller.scene?.run(
                    .perform { controller in
                        await other.runtime.run(
                            .perform { _ in
                                await controller.scene?.run(inner)
                                recorder.note("other \(Task.isCancelled)")
                            })
                        recorder.note("middle \(Task.isCancelled)")
                    })
                recorder.note("outer \(Task.isCancelled)")
            }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(recorder.entries == ["inner cancelled", "other true", "middle true", "outer true"])
            #expect(sample.runtime.unfinishedActionCount == 0)
            #expect(other.runtime.unfinishedActionCount == 0)
        }

        @Test func `cancelling an action cancels an action that it runs and that has not started`() async {
            let task = Shared<Task<Void, Never>?>(nil)
            task.value = sample.perform { [recorder] controller in
                // While this action starts, the other one waits for its own job. This job is ahead of that one.
                Task { task.value?.cancel() }
                await controller.scene?.run(.perform { _ in recorder.note("ran") })
                recorder.note("outer \(Task.isCancelled)")
            }
            await task.value?.value
            #expect(recorder.entries == ["outer true"])
            #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        }

        // MARK: Run waits

        @Test func `run returns when the action it runs is done`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let task = sample.perform { [recorder, other] _ in
                await other.runtime.run(inner)
                recorder.note("outer")
            }
            await gate.reached()
            #expect(recorder.entries.isEmpty)
            gate.open()
            await task.value
            #expect(recorder.entries == ["inner went on", "outer"])
        }

        @Test func `an action that runs others one after the other sees each done`() async {
            await sample.perform { controller in
                for number in 1...3 {
                    await controller.scene?.run(.mutate(.append("\(number)")))
                    controller.store.execute(.append("after \(number)"))
                }
            }.value
            #expect(sample.runtime.state.log == ["1", "after 1", "2", "after 2", "3", "after 3"])
        }

        @Test func `run outside every action waits and passes cancellation on`() async {
            let gate = Gate()
            let action = waiting("action", at: gate)
            let task = Task { [sample] in await sample.runtime.run(action) }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(recorder.entries == ["action cancelled"])
        }

        // MARK: Execute is an action of its own

        @Test func `cancelling an action does not cancel the actions that it executed, in any scene`() async {
            let gate = Gate()
            let own = waiting("own", at: gate)
            let others = waiting("other's", at: gate)
            let executed = Shared<[Task<Void, Never>]>([])
            let task = sample.perform { [recorder, other] controller in
                if let task = controller.scene?.execute(own) { executed.value.append(task) }
                executed.value.append(other.runtime.execute(others))
                await gate.pass()
                recorder.note("outer \(Task.isCancelled)")
            }
            await gate.reached()
            await mainActorJobsBehind()
            #expect(executed.value.count == 2)
            task.cancel()
            gate.open()
            await task.value
            for task in executed.value { await task.value }
            #expect(Set(recorder.entries) == ["own went on", "other's went on", "outer true"])
        }

        @Test func `an action executed by a cancelled action runs, and its mutations are applied`() async {
            let gate = Gate()
            let executed = Shared<Task<Void, Never>?>(nil)
            let task = sample.perform { controller in
                await gate.pass()
                executed.value = controller.scene?.execute(.mutate(.add(1)))
            }
            await startsOfActions()
            task.cancel()
            gate.open()
            await task.value
            await executed.value?.value
            #expect(sample.runtime.state.count == 1)
            #expect(sample.reports.kinds.isEmpty)
        }

        @Test func `cancelling an action does not cancel an action that it executed and that has not started`() async {
            let (task, executed) = (Shared<Task<Void, Never>?>(nil), Shared<Task<Void, Never>?>(nil))
            task.value = sample.perform { [recorder] controller in
                Task { task.value?.cancel() }  // ahead of the start of the other action
                executed.value = controller.scene?.execute(.perform { _ in recorder.note("ran \(Task.isCancelled)") })
            }
            await task.value?.value
            await executed.value?.value
            #expect(recorder.entries == ["ran false"])
        }

        @Test func `an action does not wait for one it executed`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let executed = Shared<Task<Void, Never>?>(nil)
            await sample.perform { [other] _ in executed.value = other.runtime.execute(inner) }.value
            #expect(recorder.entries.isEmpty)
            gate.open()
            await executed.value?.value
            #expect(recorder.entries == ["inner went on"])
        }
    }
}
