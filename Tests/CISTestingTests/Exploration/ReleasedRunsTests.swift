import CIS
import CISTesting
import TestSupport
import Testing

@MainActor
@Suite struct `Exploration: memory` {
    private struct Doubles {
        weak var clock: ManualClock?
        weak var worker: AlbumWorkerDouble?
        weak var stub: AnyObject?
        weak var scene: SceneRuntime<Album>?

        var areReleased: Bool { clock == nil && worker == nil && stub == nil && scene == nil }
    }

    private func doubles(of test: SceneTest<AlbumFixture>) -> Doubles {
        let fixture = test.fixture
        return Doubles(clock: fixture.clock, worker: fixture.worker, stub: fixture.worker.encoding, scene: test.scene)
    }

    @Test func `the doubles of a run are released after it, so memory does not grow with the orders`() async {
        var seen: [Doubles] = []
        await explore(AlbumFixture(), .holding(3), seeds: 3) { test in
            seen.append(doubles(of: test))
            await test.when(concurrently: .picked("a"), .picked("b"))
        }
        #expect(seen.count == 3)
        #expect(seen.allSatisfy { $0.areReleased })
    }

    @Test func `the doubles of a scenario are released after it`() async {
        var seen: [Doubles] = []
        await given(AlbumFixture(), .holding(3)) { test in
            seen.append(doubles(of: test))
            await test.when(.picked("a"))
        }
        #expect(seen.count == 1)
        #expect(seen.allSatisfy { $0.areReleased })
    }

    @Test(.warningsExpected) func `the events of a run are released after it, with the objects in their actions`() async
    {
        final class Payload: Sendable {}
        var payloads: [() -> Bool] = []
        await explore(ScriptedFixture(), .init(), seeds: 3, keepsTraces: true) { test in
            let payload = Payload()
            payloads.append { [weak payload] in payload == nil }
            await test.when(ScriptedScene.Action("hold") { _ in withExtendedLifetime(payload) {} })
        }
        #expect(payloads.count == 3)
        #expect(payloads.allSatisfy { $0() })
    }
}
