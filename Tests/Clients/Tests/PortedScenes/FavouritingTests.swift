import CIS
import CISTesting
import Testing

private final class Server: FavouritingWorker {
    struct Offline: Error, CustomStringConvertible { let description = "You are offline." }

    let marking = ThrowingStub<(id: Int, isFavourite: Bool), Void>()
    @concurrent func mark(_ id: Int, asFavourite: Bool) async throws { try await marking((id, asFavourite)) }
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
    @Test func `each row is marked for itself, and its last tap counts`() async {
        await given("three episodes", Fixture(), .three) { test in
            let rows = (1...3).compactMap { test.scene.child(of: \.episodes, $0, as: Episode.self) }
            test.worker.marking.always(.wait)
            rows[0].execute(.favouriting(.heartTapped))
            rows[1].execute(.favouriting(.heartTapped))
            rows[1].execute(.favouriting(.heartTapped))
            await test.settle()
            #expect(rows.map(\.state.domainState.isFavourite) == [true, false, false])
            #expect(test.worker.marking.held.map(\.id) == [1, 2])
            test.worker.marking.release(.value(())) { $0.id == 2 }
            test.worker.marking.release(.value(())) { $0.id == 1 }
            await test.settle()
            #expect(rows.map(\.state.domainState.isFavourite) == [true, false, false])
        }
    }

    @Test func `a failure takes it back and says so`() async {
        await given("three episodes", Fixture(), .three) { test in
            test.worker.marking.answers(.error(Server.Offline()))
            await test.when("the first is tapped", in: Episode.self, .favouriting(.heartTapped))
            test.then(
                "it is none", in: Episode.self, \.favouriting.domainState.isFavourite == false,
                \.favouriting.alert == "You are offline.")
            await test.when("the alert is closed", in: Episode.self, .favouriting(.alertClosed))
            test.then("it is gone", in: Episode.self, \.favouriting.alert == nil)
        }
    }
}
