import CIS
import Foundation

/// A list of lists: each row is a scene with the same definition as its parent.
enum Nested: SceneDefinition {
    enum Action: Sendable { case addTapped, renamed(String), deleted(IndexSet) }
    enum Mutation: Sendable, Equatable { case added, renamed(String), deleted(IndexSet) }
    struct State: SceneState, Identifiable {
        let id: Int
        var name = ""
        var rows: SceneList<State> = []
        var lastID = 0
    }
}

final class NestedController: SceneController<Nested>, Controller {
    func handle(_ action: Nested.Action) async {
        switch action {
        case .addTapped: store.execute(.added)
        case .renamed(let name): store.execute(.renamed(name))
        case .deleted(let offsets): store.execute(.deleted(offsets))
        }
    }
}

final class NestedStore: SceneStore<Nested>, Store {
    nonisolated static func mutate(_ state: inout Nested.State, by mutation: Nested.Mutation) {
        switch mutation {
        case .added:
            state.lastID += 1
            state.rows.append(Nested.State(id: state.lastID))
        case .renamed(let name): state.name = name
        case .deleted(let offsets): state.rows.remove(atOffsets: offsets)
        }
    }
}

extension Nested {
    @MainActor
    static func assemble(_ state: State) -> SceneRuntime<Nested> {
        let store = NestedStore(state)
        let nested = SceneRuntime<Nested>(controller: NestedController(store: store), store: store)
        nested.list(\.rows) { _, row in assemble(row) }
        return nested
    }
}
