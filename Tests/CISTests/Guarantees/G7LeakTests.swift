import CIS
import TestSupport
import Testing

/// Nothing leaks: the whole graph goes at once, without waiting for anything that does not hold it.
extension `G7 teardown` {
    @Test func `a scene is freed when its runtime is released`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        #expect(remains.alive.count == 6)
        lab = nil
        #expect(remains.alive.isEmpty)
    }

    @Test func `a scene is freed although its worker ignores cancellation and is still running`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        let worker = StubbornWorker()
        let task = lab?.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await worker.load()
                    interactor.store.execute(.append("loaded"))
                })
        }
        await worker.job.reached()
        lab = nil
        try #require(task?.isCancelled == true)
        await task?.value
        #expect(remains.alive.isEmpty, "The worker's job is at its gate, and holds nothing of the scene.")
        worker.job.open()
        await worker.end.reached()
    }

    @Test func `a scene lives as long as a worker that ignores cancellation is awaited, and no longer`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        let reports = lab?.reports
        let gate = Gate()
        let task = lab?.perform { controller in
            await gate.pass()
            controller.store.execute(.append("late"))
        }
        await gate.reached()
        lab = nil
        #expect(!remains.alive.contains("runtime"), "Running actions do not hold the runtime.")
        gate.open()
        await task?.value
        #expect(remains.alive.isEmpty)
        #expect(reports?.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `parent, child, worker and ear are freed together`() async throws {
        let count = LiveCount()
        var parent: LabScene? = LabScene()
        var child: LabScene? = LabScene()
        let remains = [await Remains(of: try #require(parent)), await Remains(of: try #require(child))]
        try tie(parent: try #require(parent), child: try #require(child), witness: Witness(count))
        await child?.perform { $0.store.execute(.append("told")) }.value
        #expect(parent?.store.state.log == ["told"])
        #expect(count.live == 1)
        parent = nil
        child = nil
        #expect(remains.flatMap(\.alive).isEmpty)
        #expect(count.live == 0)
    }

    private func tie(parent: LabScene, child: LabScene, witness: Witness) throws {
        let worker = TalkingWorker(outputs: child.outputs, witness: witness)
        child.store.effects = { _, _ in worker.tell() }
        child.outputs.connect(to: parent.runtime) { parent, _ in parent.execute(.mutate(.append("told"))) }
        // Downwards: the parent's effects know the child weakly, and its controller holds it.
        let weakChild = WeakScene(child.runtime)
        parent.store.effects = { _, state in if state.count > 0 { weakChild.execute(.mutate(.add(1))) } }
    }

    @Test func `observers bound to an owner hold neither it nor, after it, the scene`() async throws {
        let count = LiveCount()
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        var view: LabView? = LabView(lab?.runtime, witness: Witness(count))
        lab?.store.execute(.add(1))
        #expect(view?.shown == 1)
        lab = nil
        #expect(remains.alive.count == 6, "The view owns the runtime.")
        view = nil
        #expect(count.live == 0)
        #expect(remains.alive.isEmpty)
    }

    @Test func `a released token frees a scene that its observer held`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        var token = lab?.runtime.observe(\.count) { [runtime = lab?.runtime] _ in _ = runtime }
        lab = nil
        #expect(remains.alive.contains("runtime"), "This cycle is the test's own.")
        token?.cancel()
        token = nil
        #expect(remains.alive.isEmpty)
    }

    @Test func `stopping frees a scene that its own observers held`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        let view = LabView(nil)
        lab?.runtime.observe(\.count, on: view) { [runtime = lab?.runtime] _, _ in _ = runtime }
        lab?.runtime.stop()
        lab = nil
        #expect(remains.alive.isEmpty)
    }

    @Test func `neither finished nor dropped actions hold the scene`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        let tasks = [lab?.perform { $0.store.execute(.add(1)) }, lab?.runtime.post(.mutate(.add(1)))]
        let dropped = lab?.runtime.post(.mutate(.add(1)))
        dropped?.cancel()
        for task in tasks + [dropped] { await task?.value }
        lab = nil
        #expect(remains.alive.isEmpty)
        withExtendedLifetime(tasks) {}
    }

    @Test func `a traced and tracked scene is freed too`() async throws {
        var lab: LabScene? = LabScene()
        let remains = await Remains(of: try #require(lab))
        let log = EventLog()
        let token = lab?.runtime.attach(log)
        _ = lab?.runtime.state
        _ = lab?.runtime.observed(\.count)
        _ = lab?.store.domainSnapshot
        await lab?.perform { $0.store.execute(.add(1)) }.value
        #expect(log.events.count > 3)
        lab = nil
        #expect(remains.alive.isEmpty, "Neither the log nor its token holds the scene.")
        withExtendedLifetime((log, token)) {}
    }
}
