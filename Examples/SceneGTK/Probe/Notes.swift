import CIS

/// The scene of a window: notes that the user writes and crosses out.
enum Notes: SceneDefinition {
    enum Action: Sendable {
        case add(String)
        case crossOut(id: Int)
    }
    enum Mutation: Sendable {
        case added(String)
        case crossedOut(id: Int)
    }
    struct Note: Sendable, Equatable, Identifiable {
        let id: Int
        var text: String
        var isCrossedOut = false
    }
    struct State: SceneState {
        var notes: [Note] = []
    }
}

final class NotesController: SceneController<Notes>, Controller {
    func handle(_ action: Notes.Action) async {
        switch action {
        case .add(let text): store.execute(.added(text))
        case .crossOut(let id): store.execute(.crossedOut(id: id))
        }
    }
}

final class NotesStore: SceneStore<Notes>, Store {
    nonisolated static func mutate(_ state: inout Notes.State, by mutation: Notes.Mutation) {
        switch mutation {
        case .added(let text): state.notes.append(Notes.Note(id: state.notes.count + 1, text: text))
        case .crossedOut(let id): state.notes[id - 1].isCrossedOut = true
        }
    }
}

extension Notes {
    @MainActor
    static func assemble() -> SceneRuntime<Notes> {
        let store = NotesStore(State(), worker: ())
        return SceneRuntime<Notes>(controller: NotesController(store: store), store: store)
    }
}
