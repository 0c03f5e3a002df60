import CIS
import TestSupport
import Testing

/// A parent that dismisses its child, possibly while an action of the child is sending the output that causes this.
extension `G7 teardown` {
    @Test func `dismissing a child cancels its running work`() async {
        let (parent, child) = (SampleScene(), ReleasableSample())
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = child.perform { controller in
            await gate.pass()
            cancelled.add(Task.isCancelled)
            controller.store.execute(.add(1))
        }
        await gate.reached()
        await parent.perform { _ in child.release() }.value
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(child.store.state.count == 0)
        #expect(child.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(parent.reports.kinds.isEmpty)
    }

    @Test func `a child's success that makes its parent dismiss it loses none of the parent's work`() async {
        let (parent, child) = (SampleScene(), ReleasableSample())
        let parentTasks = TaskBox()
        let gate = Gate()
        child.outputs.connect(to: parent.runtime) { parent, _ in
            parentTasks.add(
                parent.execute(
                    .perform("child succeeded") { controller in
                        controller.store.execute(.append("received"))
                        child.release()
                        controller.store.execute(.append("dismissed"))
                        await gate.pass()
                        controller.store.execute(.append("told the server"))
                    }))
        }
        await succeed(child).value
        await gate.reached()
        gate.open()
        await parentTasks.finish()
        #expect(parent.store.state.log == ["received", "dismissed", "told the server"])
        #expect(parent.reports.kinds.isEmpty)
        #expect(child.store.state.log == ["succeeded"])
        #expect(child.reports.kinds == [.mutationDropped(.cancelled)])
        child.outputs.disconnect()
    }

    @Test func `a parent that mutates in the very call that dismisses the child loses none of it`() async {
        let (parent, child) = (SampleScene(), ReleasableSample())
        let parentStore = parent.store
        let gate = Gate()
        let loading = parent.perform("load") { _ in await gate.pass() }
        child.outputs.connect(to: parentStore) { parentStore, _ in
            parentStore.execute(.append("received"))
            child.release()
            parentStore.execute(.append("dismissed"))
        }
        await succeed(child).value
        gate.open()
        await loading.value
        #expect(parentStore.state.log == ["received", "dismissed"])
        #expect(parent.reports.kinds.isEmpty)
        #expect(child.store.state.log == ["succeeded"])
        #expect(child.reports.kinds == [.mutationDropped(.cancelled)])
        child.outputs.disconnect()
    }

    @Test func `a parent that stops its child in the callback of a child's action it runs loses nothing`() async {
        let (parent, child) = (SampleScene(), SampleScene())
        child.outputs.connect(to: parent.store) { parentStore, _ in
            child.runtime.stop()
            parentStore.execute(.append("received"))
        }
        await parent.perform { controller in
            await child.runtime.run(
                .perform { inner in
                    child.outputs.send(.told("done"))
                    inner.store.execute(.append("too late"))
                })
            controller.store.execute(.append("went on"))
        }.value
        #expect(parent.store.state.log == ["received", "went on"])
        #expect(parent.reports.kinds.isEmpty)
        #expect(child.store.state.log.isEmpty)
        child.outputs.disconnect()
    }

    /// Executes an action of the child that mutates, sends an output to the parent, and then tries to mutate once more.
    private func succeed(_ child: ReleasableSample) -> Task<Void, Never> {
        let outputs = child.outputs
        return child.perform("submit") { controller in
            controller.store.execute(.append("succeeded"))
            await hopOffMainActor()
            outputs.send(.told("done"))
            await startsOfActions()  // of the parent's action
            controller.store.execute(.append("after the output"))
        }
    }
}
