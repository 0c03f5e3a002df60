import CISTesting
import TestSupport
import Testing

@MainActor @Suite("Exploration: memory")
struct ReleasedRunsTests {
    private struct Doubles {
        weak var clock: ManualClock?
        weak var worker: AlbumWorkerDouble?
        weak var stub: AnyObject?
    }

    private func doubles(of fixture: AlbumFixture) -> Doubles {
        Doubles(clock: fixture.clock, worker: fixture.worker, stub: fixture.worker.encoding)
    }

    @Test func `the doubles of a run are released after it, so memory does not grow with the orders`() async {
        var seen: [Doubles] = []
        await explore(AlbumFixture(), .holding(3), seeds: 3) { test in
            seen.append(doubles(of: test.fixture))
            await test.when(concurrently: .picked("a"), .picked("b"))
        }
        #expect(seen.count == 3)
        #expect(seen.allSatisfy { $0.clock == nil && $0.worker == nil && $0.stub == nil })
    }

    @Test func `the doubles of a scenario are released after it`() async {
        var seen: [Doubles] = []
        await given(AlbumFixture(), .holding(3)) { test in
            seen.append(doubles(of: test.fixture))
            await test.when(.picked("a"))
        }
        #expect(seen.count == 1)
        #expect(seen.allSatisfy { $0.clock == nil && $0.worker == nil && $0.stub == nil })
    }
}
