import CIS
import TestSupport
import Testing

/// Cancellation of an action that was executed inside a commit.
extension `G5 completion` {
    @Test func `cancelling the task of an action that an observer executed reaches what the action waits for`() async {
        let sample = SampleScene()
        let gate = Gate()
        let cancelled = LockedValue(false)
        let tasks = TaskBox()
        let token = sample.runtime.observe(\.flag, initially: false) { _ in
            let task = sample.perform { _ in
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    cancelled.withLock { $0 = true }
                }
            }
            tasks.add(task)
        }
        sample.store.execute(.setFlag(true))
        await gate.reached()
        tasks.last?.cancel()
        #expect(cancelled.withLock { $0 })
        gate.open()
        await tasks.finish()
        token.cancel()
    }

    @Test func `a cancellation handler that cancels another caller reaches at once what that one waits for`() async {
        let sample = SampleScene()
        let (gate, otherGate) = (Gate(), Gate())
        let isOtherCancelled = LockedValue(false)
        let seen = LockedValue<Bool?>(nil)
        let other = Task {
            await sample.runtime.run(
                .perform("other") { _ in
                    await withTaskCancellationHandler {
                        await otherGate.pass()
                    } onCancel: {
                        isOtherCancelled.withLock { $0 = true }
                    }
                })
        }
        await otherGate.reached()
        let caller = Task {
            await sample.runtime.run(
                .perform("action") { _ in
                    await withTaskCancellationHandler {
                        await gate.pass()
                    } onCancel: {
                        other.cancel()
                        seen.withLock { $0 = isOtherCancelled.withLock { $0 } }
                    }
                })
        }
        await gate.reached()
        caller.cancel()
        #expect(seen.withLock { $0 } == true)
        gate.open()
        otherGate.open()
        await caller.value
        await other.value
    }
}
