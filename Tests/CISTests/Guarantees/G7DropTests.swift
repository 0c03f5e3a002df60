import CIS
import TestSupport
import Testing

/// The two cases in which a mutation is dropped, and their neighbours in which it is not.
extension `G7 teardown` {
    @Test func `a mutation of a cancelled action is dropped, with one diagnostic that names all places`() async throws {
        let sample = SampleScene()
        let gate = Gate()
        let actionLine: UInt = #line + 1
        let task = sample.runtime.execute(
            .perform("load") { controller in
                await gate.pass()
                controller.store.execute(.add(1))
            })
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(sample.store.state.count == 0)
        let report = try #require(sample.reports.all.first)
        #expect(sample.reports.all.count == 1)
        #expect(report.kind == .mutationDropped(.cancelled))
        #expect(!report.isMisuse, "Leaving a screen is no programmer error.")
        #expect(report.scene == sample.runtime.identity)
        #expect(report.subject as? Sample.Mutation == .add(1))
        #expect(report.callSite == CallSite(fileID: #fileID, line: actionLine + 3))
        #expect(report.actionCallSite == CallSite(fileID: #fileID, line: actionLine))
        #if DEBUG
        #expect((report.action as? Sample.Action)?.name == "load")
        #endif
    }

    @Test func `cancelling one action leaves another of its scene alone`() async {
        let sample = SampleScene()
        let gates = (cancelled: Gate(), other: Gate())
        let cancelled = sample.perform { controller in
            await gates.cancelled.pass()
            controller.store.execute(.append("cancelled"))
        }
        let other = sample.perform { controller in
            await gates.other.pass()
            controller.store.execute(.append("other"))
        }
        await gates.cancelled.reached()
        await gates.other.reached()
        cancelled.cancel()
        gates.other.open()
        await other.value
        #expect(sample.store.state.log == ["other"])
        gates.cancelled.open()
        await cancelled.value
        #expect(sample.store.state.log == ["other"])
    }

    @Test func `a mutation outside of every action is applied while an action is cancelled`() async {
        let sample = SampleScene()
        let gate = Gate()
        let task = sample.perform { _ in await gate.pass() }
        await gate.reached()
        task.cancel()
        sample.store.execute(.add(1))
        await Task.detached { [store = sample.store] in await store.execute(.add(1)) }.value
        #expect(sample.store.state.count == 2)
        gate.open()
        await task.value
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `a detached task of a cancelled action is outside of it`() async {
        let sample = SampleScene()
        let task = sample.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await Task.detached { await controller.store.execute(.add(1)) }.value
        }
        await task.value
        #expect(sample.store.state.count == 1)
    }

    @Test func `a cancelled action of another scene drops nothing here`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let gate = Gate()
        // This scene has an action in flight, so that it has to check which action was cancelled.
        let ownTask = sample.perform { _ in await gate.pass() }
        let task = other.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
            sample.store.execute(.add(1))
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        await ownTask.value
        #expect(other.store.state.count == 0)
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `a stopped scene drops nothing of another`() async {
        let (sample, other) = (SampleScene(), SampleScene())
        let gate = Gate()
        let task = other.perform { _ in
            await gate.pass()
            sample.store.execute(.add(1))
        }
        await gate.reached()
        other.runtime.stop()
        gate.open()
        await task.value
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    // MARK: Tasks below an action

    @Test func `mutations of child tasks of a cancelled action are dropped`() async {
        let sample = SampleScene()
        let gate = Gate()
        let task = sample.perform { controller in
            async let one: Void = {
                await gate.pass()
                await controller.store.execute(.append("async let"))
            }()
            await withTaskGroup { group in
                for name in ["first", "second"] {
                    group.addTask {
                        await gate.pass()
                        await controller.store.execute(.append(name))
                    }
                }
            }
            await one
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(sample.store.state.log.isEmpty)
        #expect(sample.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 3))
    }

    @Test func `mutations of a task made by a cancelled action are dropped while the action runs`() async {
        let sample = SampleScene()
        let task = sample.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await Task { controller.store.execute(.add(1)) }.value
        }
        await task.value
        #expect(sample.store.state.count == 0)
        #expect(sample.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a cancelled child task of an action that is not cancelled loses nothing`() async {
        let sample = SampleScene()
        await sample.perform { controller in
            await withTaskGroup { group in
                group.addTask { await controller.store.execute(.add(1)) }
                group.cancelAll()
            }
        }.value
        #expect(sample.store.state.count == 1)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `run passes cancellation on, execute does not`() async {
        let sample = SampleScene()
        let gates = (run: Gate(), executed: Gate())
        let executed = MainActorRecorder<Task<Void, Never>>()
        let task = sample.perform("outer") { controller in
            let started = controller.scene?.execute(
                .perform("executed") { inner in
                    await gates.executed.pass()
                    inner.store.execute(.append("executed"))
                })
            if let started { executed.add(started) }
            await controller.scene?.run(
                .perform("run") { inner in
                    await gates.run.pass()
                    inner.store.execute(.append("run"))
                })
            controller.store.execute(.append("outer"))
        }
        await gates.run.reached()
        await gates.executed.reached()
        task.cancel()
        gates.run.open()
        gates.executed.open()
        await task.value
        for started in executed.entries { await started.value }
        #expect(sample.store.state.log == ["executed"])
        #expect(sample.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 2))
    }

    @Test func `cancellation reaches an action that another scene's action runs`() async {
        let (parent, child) = (SampleScene(), SampleScene())
        let gate = Gate()
        let task = parent.perform { _ in
            await child.runtime.run(
                .perform("child") { controller in
                    await gate.pass()
                    controller.store.execute(.add(1))
                    parent.store.execute(.add(1))
                })
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(child.store.state.count == 0)
        #expect(parent.store.state.count == 0, "It is executed in the context of the parent's action too.")
        #expect(child.reports.kinds == [.mutationDropped(.cancelled)])
        #expect(parent.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a cancelled action runs no other`() async {
        let sample = SampleScene()
        let ran = MainActorRecorder<String>()
        await sample.perform("outer") { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await controller.scene?.run(.perform("inner") { _ in ran.add("inner") })
        }.value
        #expect(ran.entries.isEmpty)
        #expect(sample.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }
}
