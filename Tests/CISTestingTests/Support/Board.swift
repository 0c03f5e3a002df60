import CIS
import CISTesting

/// A scene with children in every kind of place. Each child is a ``ScriptedScene``, which can have a child of its own.
enum Board: SceneDefinition {
    enum Action: Sendable { case changed(Mutation) }
    typealias UseCase = Never

    enum Mutation: Sendable, Equatable {
        case addedRow(Int)
        case pushed(String)
        case presentedFront
        case presentedBack
        case dismissedFront
    }

    struct Item: Sendable, Equatable, Identifiable {
        let id: Int
    }

    struct State: SceneState, Equatable {
        var rows = SceneList<Item>()
        var path = SceneStack<String>()
        /// Stacks that may be gone.
        var paths: [SceneStack<String>] = []
        var front = Presented<Int>()
        var back = Presented<Int>()
        var domainState = DomainState()
        struct DomainState: Sendable, Equatable {}

        /// With two rows, numbered 1 and 2.
        static var twoRows: State {
            var state = State()
            state.rows.append(contentsOf: [Item(id: 1), Item(id: 2)])
            return state
        }
    }
}

@MainActor final class BoardController: Controller {
    private let store: any MutationReceiver<Board.Mutation>
    init(store: any MutationReceiver<Board.Mutation>) { self.store = store }

    func handle(_ action: Board.Action) async {
        switch action {
        case .changed(let mutation): store.execute(mutation)
        }
    }
}

@MainActor final class BoardStore: Store {
    let publisher: StatePublisher<Board.State>
    init(_ state: Board.State) { publisher = StatePublisher(state) }

    nonisolated static func mutate(_ state: inout Board.State, by mutation: Board.Mutation) {
        switch mutation {
        case .addedRow(let id): state.rows.append(Board.Item(id: id))
        case .pushed(let route): state.path.push(route)
        case .presentedFront: state.front.present(1)
        case .presentedBack: state.back.present(1)
        case .dismissedFront: state.front.dismiss()
        }
    }
}

struct BoardFixture: SceneFixture {
    let scenes = ScriptedFixture()

    func assemble(_ state: Board.State) -> SceneRuntime<Board> {
        let store = BoardStore(state)
        let scene = SceneRuntime<Board>(controller: BoardController(store: store), store: store, clock: scenes.clock)
        scene.list(\.rows) { _, _ in scenes.assemble(.init()) }
        scene.stack(\.path) { _, _ in scenes.assemble(.init()) }
        scene.present(\.front) { _, _ in scenes.assemble(.init()) }
        scene.present(\.back) { _, _ in scenes.assemble(.init()) }
        return scene
    }
}
