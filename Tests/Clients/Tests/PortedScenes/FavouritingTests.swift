import CIS
import CISTesting
import Testing

private final class Server: FavouritingWorker {
    struct Offline: Error, CustomStringConvertible { let description = "You are offline." }

    let marking = ThrowingStub<(id: Int, isFavourite: Bool), Void>()
    @concurrent func mark(_ id: Int, asFavourite: Bool) async throws { try await marking((id, asFavourite)) }
}

/// Accepts a mark, and refuses to remove it as soon as the gate is open.
private final class MarkOnlyServer: FavouritingWorker {
    let gate = AsyncStream<Void>.makeStream()
    @concurrent func mark(_ id: Int, asFavourite: Bool) async throws {
        if asFavourite { return }
        for await _ in gate.stream {}
        throw Server.Offline()
    }
}

private struct Fixture: SceneFixture {
    let worker = Server()
    func assemble(_ state: Episodes.State) -> SceneRuntime<Episodes> { Episodes.assemble(state, worker: worker) }
}

extension Episodes.State {
    fileprivate static let three = Self(
        episodes: SceneList(
            (1...3).map { Episode.State(title: "Functions", favouriting: .init(domainState: .init(id: $0))) }))
}

@MainActor @Suite struct `Favourites among episodes` {
    private func row(_ id: Int) -> ChildPlace<Episodes, Episode> { .child(of: \.episodes, id) }

    @Test func `each row is marked for itself, and its last tap counts`() async {
        await given("three episodes", Fixture(), .three) { test in
            test.worker.marking.always(.wait)
            await test.when("the first is tapped", in: row(1), .favouriting(.heartTapped))
            test.then("it is a favourite", in: row(1)) { $0.favouriting.domainState.isFavourite = true }
            await test.when("the second is tapped", in: row(2), .favouriting(.heartTapped))
            await test.when("and again", in: row(2), .favouriting(.heartTapped))
            test.then("it is none", in: row(2)) { $0.favouriting.domainState.isFavourite = false }

            #expect(test.worker.marking.held.map(\.id) == [1, 2])
            test.worker.marking.release(.value(())) { $0.id == 2 }
            test.worker.marking.release(.value(())) { $0.id == 1 }
            await test.settle()
            test.then("the first stays", in: row(1)) { $0.favouriting.domainState.isSaved = true }
        }
    }

    @Test func `a failure undoes the change and is shown`() async {
        await given("three episodes", Fixture(), .three) { test in
            test.worker.marking.answers(.error(Server.Offline()))
            await test.when("the third is tapped", in: row(3), .favouriting(.heartTapped))
            test.then("it is none", in: row(3)) { $0.favouriting.alert = "You are offline." }
            await test.when("the alert is closed", in: row(3), .favouriting(.alertClosed))
            test.then("it is gone", in: row(3)) { $0.favouriting.alert = nil }
        }
    }

    @Test func `a mark that the server has accepted comes back if it cannot be removed`() async {
        let worker = MarkOnlyServer()
        let episode = Episode.State(title: "Functions", favouriting: .init(domainState: .init(id: 1)))
        let scene = Episode.assemble(episode, worker: worker)
        let first = scene.execute(.favouriting(.heartTapped))
        let second = scene.execute(.favouriting(.heartTapped))
        await first.value
        worker.gate.continuation.finish()
        await second.value
        #expect(scene.state.favouriting.domainState.isFavourite)
    }
}
