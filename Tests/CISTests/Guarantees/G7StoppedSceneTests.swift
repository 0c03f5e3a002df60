import CIS
import TestSupport
import Testing

/// Edge case 13: what reaches a scene that was stopped is dropped with exactly one diagnostic.
extension `G7 teardown` {
    @Test func `an action executed after the stop never runs and is reported once`() async {
        let lab = LabScene()
        lab.runtime.stop()
        let ran = Notebook<String>()
        await lab.perform("late") { _ in ran.add("late") }.value
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.stopped)])
        #expect(lab.reports.all.first?.subject as? Lab.Action != nil)
    }

    @Test func `an action run after the stop returns at once and is reported once`() async {
        let lab = LabScene()
        lab.runtime.stop()
        let ran = Notebook<String>()
        await lab.runtime.run(.perform("late") { _ in ran.add("late") })
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.stopped)])
    }

    @Test func `an action posted after the stop never runs and is reported once`() async {
        let lab = LabScene()
        lab.runtime.stop()
        let ran = Notebook<String>()
        await lab.runtime.post(.perform("late") { _ in ran.add("late") }).value
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.stopped)])
    }

    @Test func `actions posted from other threads after the stop never run`() async {
        let lab = LabScene()
        lab.runtime.stop()
        let ran = Notebook<Int>()
        let tasks = TaskBox()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [runtime = lab.runtime] in
                    for number in 0..<500 {
                        tasks.add(runtime.post(.perform { _ in ran.add(number) }))
                    }
                }
            }
        }
        await tasks.finish()
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds.count { $0 == .actionDropped(.stopped) } == 4_000)
    }

    @Test func `a stop right after a deferred action means it never runs and is reported once`() async {
        let lab = LabScene()
        let ran = Notebook<String>()
        let task = lab.runtime.post(.perform("early") { _ in ran.add("early") })
        lab.runtime.stop()
        await task.value
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)], "Whoever was early did nothing wrong.")
    }

    @Test func `a stop right after an action that an observer executed drops it with one report`() async throws {
        let lab = LabScene()
        let ran = Notebook<String>()
        let tasks = Notebook<Task<Void, Never>>()
        let token = lab.runtime.observe(\.count, initially: false) { _ in
            tasks.add(lab.perform("early") { _ in ran.add("early") })
        }
        lab.store.execute(.add(1))
        lab.runtime.stop()
        await (try #require(tasks.entries.first)).value
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)], "Whoever was early did nothing wrong.")
        token.cancel()
    }

    @Test func `a stop right after an action that runs costs one report per mutation it still tries`() async {
        let lab = LabScene()
        let gate = Gate()
        let task = lab.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
        }
        lab.runtime.stop()
        gate.open()
        await task.value
        #expect(lab.store.state.count == 0)
        #expect(lab.reports.all.count == 1)
    }

    @Test func `an action that cancels the task that its deferred start was given mutates nothing more`() async {
        let lab = LabScene()
        let handle = Shared<Task<Void, Never>?>(nil)
        let task = lab.runtime.post(
            .perform { controller in
                controller.store.execute(.add(1))
                handle.value?.cancel()
                controller.store.execute(.add(10))
            })
        handle.value = task
        await task.value
        #expect(lab.store.state.count == 1)
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test(arguments: [false, true])
    func `an action that stops its own scene has done nothing wrong`(afterASuspension: Bool) async {
        let lab = LabScene()
        let gate = Gate()
        gate.open()
        await lab.perform { [runtime = lab.runtime] controller in
            if afterASuspension { await gate.pass() }
            runtime.stop()
            controller.store.execute(.add(1))
        }.value
        #expect(lab.store.state.count == 0)
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(lab.reports.all.allSatisfy { !$0.isMisuse })
    }

    @Test func `a scene that was stopped can be stopped, read, observed and released without harm`() async {
        let scene = MortalLab(Lab.State(count: 7))
        scene.runtime?.stop()
        let token = scene.runtime?.observe(\.count, delivery: .oncePerTurn) { _ in }
        #expect(scene.runtime?.state.count == 7)
        #expect(scene.runtime?.observed(\.count) == 7)
        scene.runtime?.stop()
        token?.cancel()
        scene.release()
        #expect(scene.reports.kinds.isEmpty)
    }
}
