import CIS
import TestSupport
import Testing

/// Nothing leaks. All objects of a scene are released at once, unless running work still holds them.
extension `G7 teardown` {
    @Test func `a scene is freed when its runtime is released`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        #expect(survivors.alive.count == 6)
        sample = nil
        #expect(survivors.alive.isEmpty)
    }

    @Test func `a scene is freed although its worker ignores cancellation and is still running`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        let worker = UncancellableWorker()
        let task = sample?.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await worker.load()
                    interactor.store.execute(.append("loaded"))
                })
        }
        await worker.job.reached()
        sample = nil
        try #require(task?.isCancelled == true)
        await task?.value
        #expect(survivors.alive.isEmpty, "The worker's job is at its gate, and holds nothing of the scene.")
        worker.job.open()
        await worker.end.reached()
    }

    @Test func `a scene lives as long as a worker that ignores cancellation is awaited, and no longer`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        let reports = sample?.reports
        let gate = Gate()
        let task = sample?.perform { controller in
            await gate.pass()
            controller.store.execute(.append("late"))
        }
        await gate.reached()
        sample = nil
        #expect(!survivors.alive.contains("runtime"), "Running actions do not hold the runtime.")
        gate.open()
        await task?.value
        #expect(survivors.alive.isEmpty)
        #expect(reports?.kinds == [.mutationDropped(.cancelled)])
    }

    @Test func `parent, child, worker and port are freed together`() async throws {
        let count = LiveCount()
        var parent: SampleScene? = SampleScene()
        var child: SampleScene? = SampleScene()
        let survivors = [await SurvivingParts(of: try #require(parent)), await SurvivingParts(of: try #require(child))]
        try tie(parent: try #require(parent), child: try #require(child), probe: LifetimeProbe(count))
        await child?.perform { $0.store.execute(.append("told")) }.value
        #expect(parent?.store.state.log == ["told"])
        #expect(count.live == 1)
        parent = nil
        child = nil
        #expect(survivors.flatMap(\.alive).isEmpty)
        #expect(count.live == 0)
    }

    private func tie(parent: SampleScene, child: SampleScene, probe: LifetimeProbe) throws {
        let worker = OutputWorker(outputs: child.outputs, probe: probe)
        child.store.effects = { _, _ in worker.tell() }
        child.outputs.connect(to: parent.runtime) { parent, _ in parent.execute(.mutate(.append("told"))) }
        // From parent to child: the parent's effects have a weak reference, and its controller holds the child.
        parent.store.effects = { [weak child = child.runtime] _, state in
            if state.count > 0 { child?.execute(.mutate(.add(1))) }
        }
    }

    @Test func `observers bound to an owner hold neither it nor, after it, the scene`() async throws {
        let count = LiveCount()
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        var view: SampleView? = SampleView(sample?.runtime, probe: LifetimeProbe(count))
        sample?.store.execute(.add(1))
        #expect(view?.shown == 1)
        sample = nil
        #expect(survivors.alive.count == 6, "The view owns the runtime.")
        view = nil
        #expect(count.live == 0)
        #expect(survivors.alive.isEmpty)
    }

    @Test func `a released token frees a scene that its observer held`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        var token = sample?.runtime.observe(\.count) { [runtime = sample?.runtime] _ in _ = runtime }
        sample = nil
        #expect(survivors.alive.contains("runtime"), "This cycle is the test's own.")
        token?.cancel()
        token = nil
        #expect(survivors.alive.isEmpty)
    }

    @Test func `stopping frees a scene that its own observers held`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        let view = SampleView(nil)
        sample?.runtime.observe(\.count, on: view) { [runtime = sample?.runtime] _, _ in _ = runtime }
        sample?.runtime.stop()
        sample = nil
        #expect(survivors.alive.isEmpty)
    }

    @Test func `neither finished nor dropped actions hold the scene`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        let tasks = [sample?.perform { $0.store.execute(.add(1)) }, sample?.runtime.post(.mutate(.add(1)))]
        let dropped = sample?.runtime.post(.mutate(.add(1)))
        dropped?.cancel()
        for task in tasks + [dropped] { await task?.value }
        sample = nil
        #expect(survivors.alive.isEmpty)
        withExtendedLifetime(tasks) {}
    }

    @Test func `a traced and tracked scene is freed too`() async throws {
        var sample: SampleScene? = SampleScene()
        let survivors = await SurvivingParts(of: try #require(sample))
        let log = EventLog()
        let token = sample?.runtime.attach(log)
        _ = sample?.runtime.state
        _ = sample?.runtime.observed(\.count)
        _ = sample?.store.domainSnapshot
        await sample?.perform { $0.store.execute(.add(1)) }.value
        #expect(log.events.count > 3)
        sample = nil
        #expect(survivors.alive.isEmpty, "Neither the log nor its token holds the scene.")
        withExtendedLifetime((log, token)) {}
    }
}
