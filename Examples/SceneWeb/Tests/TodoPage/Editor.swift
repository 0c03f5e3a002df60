import CIS
import CISBridge

/// Edits the title of one item.
enum Editor: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case type(String)
        case save
        case leave
    }
    enum Mutation: Sendable {
        case typed(String)
        case saved
        case left
    }
    enum Output: Sendable, Encodable {
        case saved(Todo.Item)
        case left
    }
    struct State: SceneState, Encodable {
        var item: Todo.Item
        var isEmpty: Bool { item.title.isEmpty }
    }
}

final class EditorController: SceneController<Editor>, Controller {
    func handle(_ action: Editor.Action) async {
        switch action {
        case .type(let title): store.execute(.typed(title))
        case .save: store.execute(.saved)
        case .leave: store.execute(.left)
        }
    }
}

final class EditorStore: SceneStore<Editor>, Store {
    nonisolated static func mutate(_ state: inout Editor.State, by mutation: Editor.Mutation) {
        if case .typed(let title) = mutation { state.item.title = title }
    }

    func sideEffects(of mutation: Editor.Mutation, on state: Editor.State) {
        switch mutation {
        case .typed: break
        case .saved: outputs.send(.saved(state.item))
        case .left: outputs.send(.left)
        }
    }
}

extension Editor {
    @MainActor
    static func assemble(_ item: Todo.Item) -> SceneRuntime<Editor> {
        let store = EditorStore(State(item: item), worker: ())
        return SceneRuntime<Editor>(controller: EditorController(store: store), store: store)
    }
}
