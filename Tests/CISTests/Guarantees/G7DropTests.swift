import CIS
import TestSupport
import Testing

/// The two cases in which a mutation is dropped, and their neighbours in which it is not.
extension `G7 teardown` {
    @Test func `a mutation of a cancelled action is dropped, with one diagnostic that names all places`() async throws {
        let lab = LabScene()
        let gate = Gate()
        let actionLine: UInt = #line + 1
        let task = lab.runtime.execute(
            .perform("load") { controller in
                await gate.pass()
                controller.store.execute(.add(1))
            })
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(lab.store.state.count == 0)
        let report = try #require(lab.reports.all.first)
        #expect(lab.reports.all.count == 1)
        #expect(report.kind == .mutationDropped(.cancelled))
        #expect(!report.isMisuse, "Leaving a screen is no programmer error.")
        #expect(report.scene == lab.runtime.identity)
        #expect(report.subject as? Lab.Mutation == .add(1))
        #expect(report.callSite == CallSite(fileID: #fileID, line: actionLine + 3))
        #expect(report.actionCallSite == CallSite(fileID: #fileID, line: actionLine))
        #if DEBUG
        #expect((report.action as? Lab.Action)?.name == "load")
        #endif
    }

    @Test func `cancelling one action leaves another of its scene alone`() async {
        let lab = LabScene()
        let gates = (cancelled: Gate(), other: Gate())
        let cancelled = lab.perform { controller in
            await gates.cancelled.pass()
            controller.store.execute(.append("cancelled"))
        }
        let other = lab.perform { controller in
            await gates.other.pass()
            controller.store.execute(.append("other"))
        }
        await gates.cancelled.reached()
        await gates.other.reached()
        cancelled.cancel()
        gates.other.open()
        await other.value
        #expect(lab.store.state.log == ["other"])
        gates.cancelled.open()
        await cancelled.value
        #expect(lab.store.state.log == ["other"])
    }

    @Test func `a mutation outside of every action is applied while an action is cancelled`() async {
        let lab = LabScene()
        let gate = Gate()
        let task = lab.perform { _ in await gate.pass() }
        await gate.reached()
        task.cancel()
        lab.store.execute(.add(1))
        await Task.detached { [store = lab.store] in await store.execute(.add(1)) }.value
        #expect(lab.store.state.count == 2)
        gate.open()
        await task.value
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `a detached task of a cancelled action is outside of it`() async {
        let lab = LabScene()
        let task = lab.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await Task.detached { await controller.store.execute(.add(1)) }.value
        }
        await task.value
        #expect(lab.store.state.count == 1)
    }

    @Test func `a cancelled action of another scene drops nothing here`() async {
        let (lab, other) = (LabScene(), LabScene())
        let gate = Gate()
        // An action of its own in flight, so that this scene has reason to ask who was cancelled.
        let ownTask = lab.perform { _ in await gate.pass() }
        let task = other.perform { controller in
            await gate.pass()
            controller.store.execute(.add(1))
            lab.store.execute(.add(1))
        }
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        await ownTask.value
        #expect(other.store.state.count == 0)
        #expect(lab.store.state.count == 1)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `a stopped scene drops nothing of another`() async {
        let (lab, other) = (LabScene(), LabScene())
        let gate = Gate()
        let task = other.perform { _ in
            await gate.pass()
            lab.store.execute(.add(1))
        }
        await gate.reached()
        other.runtime.stop()
        gate.open()
        await task.value
        #expect(lab.store.state.count == 1)
        #expect(lab.reports.kinds.isEmpty)
    }

    // MARK: Tasks below an action

    @Test func `mutations of child tasks of a cancelled action are dropped`() async {
        let lab = LabScene()
        let gate = Gate()
        let task = lab.perform { controller in
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
        #expect(lab.store.state.log.isEmpty)
        #expect(lab.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 3))
    }

    @Test func `mutations of a task made by a cancelled action are dropped while the action runs`() async {
        let lab = LabScene()
        let task = lab.perform { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await Task { controller.store.execute(.add(1)) }.value
        }
        await task.value
        #expect(lab.store.state.count == 0)
        #expect(lab.reports.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `a cancelled child task of an action that is not cancelled loses nothing`() async {
        let lab = LabScene()
        await lab.perform { controller in
            await withTaskGroup { group in
                group.addTask { await controller.store.execute(.add(1)) }
                group.cancelAll()
            }
        }.value
        #expect(lab.store.state.count == 1)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `run passes cancellation on, execute does not`() async {
        let lab = LabScene()
        let gates = (run: Gate(), executed: Gate())
        let executed = Notebook<Task<Void, Never>>()
        let task = lab.perform("outer") { controller in
            let started = controller.scene.execute(
                .perform("executed") { inner in
                    await gates.executed.pass()
                    inner.store.execute(.append("executed"))
                })
            if let started { executed.add(started) }
            await controller.scene.scene?.run(
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
        #expect(lab.store.state.log == ["executed"])
        #expect(lab.reports.kinds == Array(repeating: .mutationDropped(.cancelled), count: 2))
    }

    @Test func `cancellation reaches an action that another scene's action runs`() async {
        let (parent, child) = (LabScene(), LabScene())
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
        let lab = LabScene()
        let ran = Notebook<String>()
        await lab.perform("outer") { controller in
            withUnsafeCurrentTask { $0?.cancel() }
            await controller.scene.scene?.run(.perform("inner") { _ in ran.add("inner") })
        }.value
        #expect(ran.entries.isEmpty)
        #expect(lab.reports.kinds == [.actionDropped(.cancelledBeforeStart)])
    }
}
