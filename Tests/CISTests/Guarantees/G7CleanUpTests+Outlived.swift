import CIS
import TestSupport
import Testing

/// Code that outlives its action.
extension `G7 teardown` {
    @Test func `a mutation by code that has outlived an action is applied, though a policy has cancelled the action`()
        async
    {
        let sample = SampleScene()
        let (gate, late) = (Gate(), Gate())
        let tasks = TaskBox()
        let first = sample.perform("first", policy: .latest.group("g")) { controller in
            tasks.add(
                Task {
                    await late.pass()
                    controller.store.execute(.add(1))
                })
            await gate.pass()
        }
        await gate.reached()
        let second = sample.perform("second", policy: .latest.group("g")) { _ in await late.pass() }
        gate.open()
        await first.value
        let third = Gate()
        let running = sample.perform("running") { _ in await third.pass() }
        await third.reached()
        late.open()
        await tasks.finish()
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds == (isDebug ? [.mutationAfterAction] : []), "Release builds do not report it.")
        third.open()
        await second.value
        await running.value
    }

    @Test func `a mutation by code that has outlived an action is dropped as stopped once the scene is stopped`() async
    {
        let sample = SampleScene()
        let late = Gate()
        let tasks = TaskBox()
        await sample.perform { controller in
            tasks.add(
                Task {
                    await late.pass()
                    controller.store.execute(.add(1))
                })
        }.value
        sample.runtime.stop()
        late.open()
        await tasks.finish()
        #expect(sample.store.state.count == 0)
        #expect(sample.reports.kinds == [.mutationDropped(.stopped)])
    }
}
