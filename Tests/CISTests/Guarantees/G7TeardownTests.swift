import CIS
import Synchronization
import TestSupport
import Testing

/// Everything that ends with a scene. See `G7DropTests` for drops, `G7LeakTests` for memory, `G7DismissalTests` for
/// children, and `G7LawTests` for random combinations.
@MainActor
@Suite struct `G7 teardown` {
    // MARK: Release

    @Test func `releasing a runtime cancels all its actions`() async {
        let scene = ReleasableSample()
        let gates = [Gate(), Gate()]
        let cancelled = MainActorRecorder<Bool>()
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
        let scene = ReleasableSample()
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
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
        let scene = ReleasableSample()
        let child = SampleScene()
        scene.runtime?.add(child.runtime)
        let seen = MainActorRecorder<Int>()
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
        let scene = ReleasableSample()
        let started = MainActorRecorder<String>()
        let task = scene.runtime?.post(.perform("late") { _ in started.add("late") })
        scene.release()
        await task?.value
        #expect(started.entries.isEmpty)
        #expect(scene.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }

    @Test func `a released runtime leaves its store open`() {
        let scene = ReleasableSample()
        scene.release()
        scene.store.execute(.add(1))
        #expect(scene.store.state.count == 1)
        #expect(scene.reports.kinds.isEmpty)
    }

    @Test func `a late mutation of a released scene is dropped with a diagnostic`() async {
        let scene = ReleasableSample()
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
        let scene = ReleasableSample()
        let seen = MainActorRecorder<Bool>()
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
        let sample = SampleScene()
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = sample.perform { controller in
            await gate.pass()
            cancelled.add(Task.isCancelled)
            controller.store.execute(.add(1))
        }
        await gate.reached()
        sample.runtime.stop()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(sample.store.state.count == 0)
        // The stop has cancelled its action, so this is not a programmer error. From outside of the action it would be
        // one.
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `stopping closes the store, for clean-up too`() {
        let sample = SampleScene()
        let revision = sample.store.domainSnapshot.revision
        sample.runtime.stop()
        sample.store.execute(.add(1))
        sample.store.execute(.add(1), evenIfCancelled: true)
        #expect(!sample.store.execute(.add(1), basedOn: revision))
        #expect(sample.store.state.count == 0)
        #expect(
            sample.reports.kinds == [
                .mutationDropped(.stopped), .mutationDropped(.cancelled), .mutationDropped(.stopped),
            ])
    }

    @Test func `stopping twice is stopping once`() {
        let sample = SampleScene()
        let log = EventLog()
        let token = sample.runtime.attach(log)
        #expect(!sample.runtime.isStopped)
        sample.runtime.stop()
        sample.runtime.stop()
        #expect(sample.runtime.isStopped)
        #expect(log.lines == ["+ stopped", "- stopped"])
        #expect(sample.reports.kinds.isEmpty)
        token.cancel()
    }

    @Test func `an action stopped before its first suspension is cancelled from there on`() async {
        let sample = SampleScene()
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = sample.perform { controller in
            controller.scene?.stop()
            controller.store.execute(.add(1))
            await gate.pass()
            cancelled.add(Task.isCancelled)
        }
        await gate.reached()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(sample.store.state.count == 0)
    }

    @Test func `stopping ends observations, also in the middle of a notification`() {
        let sample = SampleScene()
        let calls = MainActorRecorder<String>()
        let runtime = sample.runtime
        let first = runtime.observe(\.count, initially: false) { count in
            calls.add("first \(count)")
            sample.store.execute(.add(10))
            sample.runtime.stop()
        }
        let second = runtime.observe(\.count, initially: false) { calls.add("second \($0)") }
        sample.store.execute(.add(1))
        #expect(calls.entries == ["first 1"])
        #expect(sample.runtime.state.count == 1, "The last committed state can still be read.")
        #expect(sample.reports.kinds == [.mutationDropped(.stopped)], "The queued mutation is dropped, not lost.")
        withExtendedLifetime((first, second)) {}
    }

    @Test func `an observer that comes after the stop sees the last state and nothing else`() {
        let sample = SampleScene()
        sample.store.execute(.add(3))
        sample.runtime.stop()
        let calls = MainActorRecorder<Int>()
        let token = sample.runtime.observe(\.count) { calls.add($0) }
        sample.store.execute(.add(1))
        #expect(calls.entries == [3])
        token.cancel()
    }
}

private final class Onlooker {}
