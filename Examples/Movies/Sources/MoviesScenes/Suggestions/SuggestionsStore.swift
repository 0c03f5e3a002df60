import CIS

final class SuggestionsStore: SceneStore<Suggestions>, Store {
    nonisolated static func mutate(_ state: inout Suggestions.State, by mutation: Suggestions.Mutation) {
        switch mutation {
        case .fetched(let queries): state.items = queries  // MV-34: shows all queries that it receives
        case .chosen: break  // MV-35: the parent starts a search, which closes the list
        }
    }

    func sideEffects(of mutation: Suggestions.Mutation, on state: Suggestions.State) {
        if case .chosen(let query) = mutation { outputs.send(.chosen(query)) }  // MV-35
    }
}
