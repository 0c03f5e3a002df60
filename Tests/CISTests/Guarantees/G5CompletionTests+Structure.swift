import CIS
import TestSupport
import Testing

extension `G5 completion` {
    @MainActor
    @Suite struct `of what is inside` {
        private let lab = LabScene()
        private let other = LabScene()
        private let trail = Trail<String>()

        /// An action that waits at a gate, and then notes whether it was cancelled.
        private func waiting(_ name: String, at gate: Gate) -> Lab.Action {
            .perform(name) { [trail] _ in
                await gate.pass()
                trail.note("\(name) \(Task.isCancelled ? "cancelled" : "went on")")
            }
        }

        // MARK: Cancellation reaches everything structured

        @Test func `cancelling an action reaches its use cases`() async {
            let gate = Gate()
            let task = lab.perform { [trail] controller in
                await controller.interactor.execute(
                    .perform { _ in
                        await gate.pass()
                        trail.note("use case \(Task.isCancelled)")
                    })
                trail.note("action \(Task.isCancelled)")
            }
            task.cancel()
            gate.open()
            await task.value
            #expect(trail.entries == ["use case true", "action true"])
        }

        @Test func `cancelling an action reaches its child tasks`() async {
            let gate = Gate()
            let task = lab.perform { [trail] _ in
                async let child: Void = {
                    await gate.pass()
                    await trail.note("child \(Task.isCancelled)")
                }()
                await child
            }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(trail.entries == ["child true"])
        }

        @Test func `cancelling an action reaches those it runs, on its own and on other scenes, however deep`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let task = lab.perform { [trail, other] controller in
                await controller.scene.scene?.run(
                    .perform { controller in
                        await other.runtime.run(
                            .perform { _ in
                                await controller.scene.scene?.run(inner)
                                trail.note("other \(Task.isCancelled)")
                            })
                        trail.note("middle \(Task.isCancelled)")
                    })
                trail.note("outer \(Task.isCancelled)")
            }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(trail.entries == ["inner cancelled", "other true", "middle true", "outer true"])
            #expect(lab.runtime.unfinishedActionCount == 0)
            #expect(other.runtime.unfinishedActionCount == 0)
        }

        @Test func `cancelling an action reaches one it runs that has not started`() async {
            let gate = Gate()
            let task = lab.perform { [trail] controller in
                // While this one starts, the other waits for a job of its own.
                await controller.scene.scene?.run(.perform { _ in trail.note("ran") })
                trail.note("outer \(Task.isCancelled)")
            }
            task.cancel()
            gate.open()
            await task.value
            #expect(trail.entries == ["outer true"])
            #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
        }

        // MARK: Run waits

        @Test func `run returns when the action it runs is done`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let task = lab.perform { [trail, other] _ in
                await other.runtime.run(inner)
                trail.note("outer")
            }
            await gate.reached()
            #expect(trail.entries.isEmpty)
            gate.open()
            await task.value
            #expect(trail.entries == ["inner went on", "outer"])
        }

        @Test func `an action that runs others one after the other sees each done`() async {
            await lab.perform { controller in
                for number in 1...3 {
                    await controller.scene.scene?.run(.mutate(.append("\(number)")))
                    controller.store.execute(.append("after \(number)"))
                }
            }.value
            #expect(lab.runtime.state.log == ["1", "after 1", "2", "after 2", "3", "after 3"])
        }

        @Test func `run outside every action waits and passes cancellation on`() async {
            let gate = Gate()
            let action = waiting("action", at: gate)
            let task = Task { [lab] in await lab.runtime.run(action) }
            await gate.reached()
            task.cancel()
            gate.open()
            await task.value
            #expect(trail.entries == ["action cancelled"])
        }

        // MARK: Execute is an action of its own

        @Test func `cancelling an action spares those it executed, on its own and on other scenes`() async {
            let gate = Gate()
            let own = waiting("own", at: gate)
            let others = waiting("other's", at: gate)
            let executed = Shared<[Task<Void, Never>]>([])
            let task = lab.perform { [trail, other] controller in
                if let task = controller.scene.execute(own) { executed.value.append(task) }
                executed.value.append(other.runtime.execute(others))
                await gate.pass()
                trail.note("outer \(Task.isCancelled)")
            }
            await gate.reached()
            await mainActorJobsBehind()
            #expect(executed.value.count == 2)
            task.cancel()
            gate.open()
            await task.value
            for task in executed.value { await task.value }
            #expect(Set(trail.entries) == ["own went on", "other's went on", "outer true"])
        }

        @Test func `an action executed by a cancelled action runs, and its mutations are applied`() async {
            let gate = Gate()
            let executed = Shared<Task<Void, Never>?>(nil)
            let task = lab.perform { controller in
                await gate.pass()
                executed.value = controller.scene.execute(.mutate(.add(1)))
            }
            task.cancel()
            gate.open()
            await task.value
            await executed.value?.value
            #expect(lab.runtime.state.count == 1)
            #expect(lab.reports.kinds.isEmpty)
        }

        @Test func `cancelling an action spares one it executed that has not started`() async {
            let executed = Shared<Task<Void, Never>?>(nil)
            let task = lab.perform { [trail] controller in
                executed.value = controller.scene.execute(.perform { _ in trail.note("ran \(Task.isCancelled)") })
            }
            task.cancel()
            await executed.value?.value
            #expect(trail.entries == ["ran false"])
        }

        @Test func `an action does not wait for one it executed`() async {
            let gate = Gate()
            let inner = waiting("inner", at: gate)
            let executed = Shared<Task<Void, Never>?>(nil)
            await lab.perform { [other] _ in executed.value = other.runtime.execute(inner) }.value
            #expect(trail.entries.isEmpty)
            gate.open()
            await executed.value?.value
            #expect(trail.entries == ["inner went on"])
        }
    }
}
