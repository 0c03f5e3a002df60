import CIS
import TestSupport
import Testing

/// H6 of the article MigratingFromCleanSwift: no cancellation, no teardown, and a weak store that dropped mutations without
/// a report.
@MainActor
@Suite struct `H6 silent drop` {
    @Test func `an interactor that outlives the runtime still has its store`() async {
        let scene = ReleasableSample()
        let gate = Gate()
        let task = scene.perform { controller in
            await controller.interactor.execute(
                .perform { interactor in
                    await gate.pass()
                    interactor.store.execute(.append("clean-up"), evenIfCancelled: true)
                })
        }
        await gate.reached()
        scene.release()
        gate.open()
        await task.value
        #expect(scene.store.state.log == ["clean-up"])
        #expect(scene.reports.kinds.isEmpty)
    }

    @Test func `every mutation is applied or reported, even if the scene is stopped or released`() async {
        for end in Ending.allCases {
            let scene = ReleasableSample()
            let gate = Gate()
            let task = scene.perform { controller in
                await gate.pass()
                for number in 0..<10 { controller.store.execute(.append("\(number)")) }
            }
            await gate.reached()
            switch end {
            case .none: break
            case .cancelled: task.cancel()
            case .stopped: scene.runtime?.stop()
            case .released: scene.release()
            }
            gate.open()
            await task.value
            #expect(scene.store.state.log.count + scene.reports.all.count == 10, "\(end)")
            #expect(scene.store.state.log.count == (end == .none ? 10 : 0), "\(end)")
        }
    }

    private enum Ending: CaseIterable {
        case none, cancelled, stopped, released
    }

    @Test func `every action is handled or reported, even if the scene is stopped or released`() async {
        let scene = ReleasableSample()
        let ran = MainActorRecorder<Int>()
        let tasks = TaskBox()
        for number in 0..<10 {
            let task = scene.runtime?.post(.perform { _ in ran.add(number) })
            if number.isMultiple(of: 2) { task?.cancel() }
            if let task { tasks.add(task) }
        }
        await tasks.finish()
        if let task = scene.runtime?.post(.perform { _ in ran.add(10) }) { tasks.add(task) }
        scene.release()
        await tasks.finish()
        #expect(ran.entries == [1, 3, 5, 7, 9])
        #expect(scene.reports.kinds == Array(repeating: .actionDropped(.cancelledBeforeStart), count: 6))
    }

    @Test func `an action in flight is cancelled at teardown, and ends`() async throws {
        let scene = ReleasableSample()
        let worker = UncancellableWorker()
        let task = scene.perform { controller in
            await worker.load()
            controller.store.execute(.add(1))
        }
        await worker.job.reached()
        scene.release()
        try #require(task.isCancelled)
        await task.value
        #expect(scene.store.state.count == 0)
        #expect(scene.reports.kinds == [.mutationDropped(.cancelled)])
        worker.job.open()
    }
}
