import CIS
public import CISBridge

/// A list of things to do.
enum Todo: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case add(title: String)
        case toggle(id: Int)
        case clear
    }
    enum Mutation: Sendable {
        case added(String)
        case toggled(Int)
        case cleared
    }
    enum Output: Sendable, Encodable { case allDone }
    struct Item: Sendable, Codable, Equatable, Identifiable {
        let id: Int
        let title: String
        var isDone = false
    }
    struct State: SceneState, Codable {
        var items: [Item] = []
        var lastID = 0
    }

    /// Creates the scene.
    @MainActor
    static func assemble() -> SceneRuntime<Todo> {
        let store = TodoStore(State(), worker: ())
        return SceneRuntime<Todo>(controller: TodoController(store: store), store: store)
    }
}

/// Creates an app with a list of things to do.
@MainActor
public func makeTodoApp() -> BridgedApp {
    BridgedApp { BridgedScene("todo") { Todo.assemble() } }
}

final class TodoController: SceneController<Todo>, Controller {
    func handle(_ action: Todo.Action) async {
        switch action {
        case .add(let title): store.execute(.added(title))
        case .toggle(let id): store.execute(.toggled(id))
        case .clear: store.execute(.cleared)
        }
    }
}

final class TodoStore: SceneStore<Todo>, Store {
    nonisolated static func mutate(_ state: inout Todo.State, by mutation: Todo.Mutation) {
        switch mutation {
        case .added(let title):
            state.lastID += 1
            state.items.append(Todo.Item(id: state.lastID, title: title))
        case .toggled(let id):
            if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].isDone.toggle() }
        case .cleared: state.items = []
        }
    }

    func sideEffects(of mutation: Todo.Mutation, on state: Todo.State) {
        if case .toggled = mutation, !state.items.isEmpty, state.items.allSatisfy(\.isDone) { outputs.send(.allDone) }
    }
}
