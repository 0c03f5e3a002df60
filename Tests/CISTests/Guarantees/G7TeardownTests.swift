import CIS
import Synchronization
import TestSupport
import Testing

/// What ends with a scene. What is dropped is in `G7DropTests`, what is freed in `G7LeakTests`, children are in
/// `G7DismissalTests`, and the law over all of it is `G7LawTests`.
@MainActor
@Suite struct `G7 teardown` {
    // MARK: Release

    @Test func `releasing a runtime cancels all its actions`() async {
        let scene = MortalLab()
        let gates = [Gate(), Gate()]
        let cancelled = Notebook<Bool>()
        let tasks = gates.map { gate in
            scene.perform { _ in
                await gate.pass()
                cancelled.add(Task.isCancelled)
            }
        }
        for gate in gates { await gate.reached() }
        scene.release()
        for gate in gates { gate.open() }
        for task in tasks { await task.value }
        #expect(cancelled.entries == [true, true])
    }

    @Test func `releasing a runtime on another thread cancels its actions`() async {
        let scene = MortalLab()
        let gate = Gate()
        let cancelled = Notebook<Bool>()
        let task = scene.perform { _ in
            await gate.pass()
            cancelled.add(Task.isCancelled)
        }
        await gate.reached()
        let held = Mutex(scene.runtime)
        scene.release()
        await Task.detached { held.withLock { $0 = nil } }.value
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
    }

    @Test func `a runtime that is released on another thread stops its child and forgets its observers`() async {
        let scene = MortalLab()
        let child = LabScene()
        scene.runtime?.add(child.runtime)
        let seen = Notebook<Int>()
        let owner = Onlooker()
        scene.runtime?.observe(\.count, on: owner) { _, count in seen.add(count) }
        let held = Mutex(scene.runtime)
        scene.release()
        await Task.detached { held.withLock { $0 = nil } }.value
        await Task { @MainActor in }.value  // behind the job in which they are told
        scene.store.execute(.add(1))
        #expect(child.runtime.isStopped)
        #expect(seen.entries == [0])
    }

    @Test func `an action that waits for its start never runs when its runtime is released`() async {
        let scene = MortalLab()
        let started = Notebook<String>()
        let task = scene.runtime?.post(.perform("late") { _ in started.add("late") })
        scene.release()
        await task?.value
        #expect(started.entries.isEmpty)
        #expect(scene.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    @Test func `a released runtime leaves its store open`() {
        let scene = MortalLab()
        scene.release()
        scene.store.execute(.add(1))
        #expect(scene.store.state.count == 1)
        #expect(scene.reports.kinds.isEmpty)
    }

    @Test func `a late mutation of a released scene is dropped with a diagnostic`() async {
        let scene = MortalLab()
        let gate = Gate()
        let task = scene.perform("load") { controller in
            await gate.pass()
            controller.store.execute(.add(1))
        }
        await gate.reached()
        scene.release()
        gate.open()
        await task.value
        #expect(scene.store.state.count == 0)
        #expect(scene.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `an action that releases its own runtime goes on cancelled`() async {
        let scene = MortalLab()
        let seen = Notebook<Bool>()
        let gate = Gate()
        let task = scene.perform { controller in
            await gate.pass()
            scene.release()
            seen.add(Task.isCancelled)
            controller.store.execute(.add(1))
        }
        await gate.reached()
        gate.open()
        await task.value
        #expect(seen.entries == [true])
        #expect(scene.store.state.count == 0)
    }

    // MARK: Stop

    @Test func `stopping cancels all actions and drops their mutations`() async {
        let lab = LabScene()
        let gate = Gate()
        let cancelled = Notebook<Bool>()
        let task = lab.perform { controller in
            await gate.pass()
            cancelled.add(Task.isCancelled)
            controller.store.execute(.add(1))
        }
        await gate.reached()
        lab.runtime.stop()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(lab.store.state.count == 0)
        // Its action was cancelled by the stop: no programmer error, as it would be from outside.
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `stopping closes the store, for clean-up too`() {
        let lab = LabScene()
        let revision = lab.store.domainSnapshot.revision
        lab.runtime.stop()
        lab.store.execute(.add(1))
        lab.store.execute(.add(1), evenIfCancelled: true)
        #expect(!lab.store.execute(.add(1), basedOn: revision))
        #expect(lab.store.state.count == 0)
        #expect(lab.reports.kinds == Array(repeating: .mutationDropped(.stopped), count: 3))
    }

    @Test func `stopping twice is stopping once`() {
        let lab = LabScene()
        let log = EventLog()
        let token = lab.runtime.attach(log)
        #expect(!lab.runtime.isStopped)
        lab.runtime.stop()
        lab.runtime.stop()
        #expect(lab.runtime.isStopped)
        #expect(log.lines == ["+ stopped", "- stopped"])
        #expect(lab.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `an action stopped in its first stretch is cancelled from there on`() async {
        let lab = LabScene()
        let gate = Gate()
        let cancelled = Notebook<Bool>()
        let task = lab.perform { controller in
            controller.scene.scene?.stop()
            controller.store.execute(.add(1))
            await gate.pass()
            cancelled.add(Task.isCancelled)
        }
        await gate.reached()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(lab.store.state.count == 0)
    }

    @Test func `stopping ends observations, also in the middle of a notification`() {
        let lab = LabScene()
        let calls = Notebook<String>()
        let runtime = lab.runtime
        let first = runtime.observe(\.count, initially: false) { count in
            calls.add("first \(count)")
            lab.store.execute(.add(10))
            lab.runtime.stop()
        }
        let second = runtime.observe(\.count, initially: false) { calls.add("second \($0)") }
        lab.store.execute(.add(1))
        #expect(calls.entries == ["first 1"])
        #expect(lab.runtime.state.count == 1, "The last committed state can still be read.")
        #expect(lab.reports.kinds == [.mutationDropped(.stopped)], "The queued mutation is dropped, not lost.")
        withExtendedLifetime((first, second)) {}
    }

    @Test func `an observer that comes after the stop sees the last state and nothing else`() {
        let lab = LabScene()
        lab.store.execute(.add(3))
        lab.runtime.stop()
        let calls = Notebook<Int>()
        let token = lab.runtime.observe(\.count) { calls.add($0) }
        lab.store.execute(.add(1))
        #expect(calls.entries == [3])
        token.cancel()
    }
}

private final class Onlooker {}
