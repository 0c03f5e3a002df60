import CIS
import CISTesting
import Foundation
import Synchronization
import Testing
import TouristSpotsScenes

/// TS-13: only the front end owns a screen, and releasing it releases all of its parts.
@MainActor @Suite struct LifetimeTests {
    @Test func `TS-13 releasing the screen releases all of its parts, also with the page open`() async {
        await expectNoLeaks {
            let scene = TouristSpots.assemble(worker: TouristSpotsDouble())
            await scene.execute(.appeared).value
            await scene.execute(.emptyPageTapped).value
            return scene
        }
    }

    @Test func `TS-13 a screen that is released during a fetch cancels it, and nobody gets the answer`() async {
        let worker = StubbornWorker()
        var scene: SceneRuntime? = TouristSpots.assemble(worker: worker)
        weak let released = scene
        let fetch = scene?.execute(.appeared)
        await worker.hasBegun(1)
        scene = nil
        #expect(released == nil && fetch?.isCancelled == true)
        worker.answer(1)
        await fetch?.value
    }

    @Test func `TS-13 a screen that is closed during a fetch reports that it was closed, and no mistake`() async {
        let reported = Mutex<[SceneDiagnostic]>([])
        let reporter = DiagnosticReporter { diagnostic in reported.withLock { $0.append(diagnostic) } }
        let worker = StubbornWorker()
        let scene = DiagnosticReporter.$current.withValue(reporter) { TouristSpots.assemble(worker: worker) }
        let fetch = scene.execute(.appeared)
        await worker.hasBegun(1)
        scene.stop()
        worker.answer(1)
        await fetch.value
        let all = reported.withLock { $0 }
        #expect(all.map(\.kind) == [.mutationDropped(.cancelled)] && all.allSatisfy { !$0.isMisuse })
        #expect(all.allSatisfy { "\($0)".contains("or its scene was stopped (nothing can)") })
    }

    @Test func `TS-13 D15 a restored screen shows its rows and its page, and no progress that would never end`()
        async throws
    {
        let worker = TouristSpotsDouble()
        let scene = TouristSpots.assemble(worker: worker)
        await scene.execute(.appeared).value
        await scene.execute(.emptyPageTapped).value
        worker.fetching.always(.wait)
        let fetch = scene.execute(.refreshPulled)
        defer { fetch.cancel() }
        let coder = StateCoder(
            encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
            decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
        let restored = try scene.snapshot(using: coder).restore(using: coder) { TouristSpots.assemble(worker: worker) }
        #expect(scene.state.progress == .pulled && restored.state.progress == .none)
        #expect(restored.state.rows == scene.state.rows && restored.child(of: \.emptyPage, as: EmptyPage.self) != nil)
    }
}
