import CIS

final class EmptyPageStore: SceneStore<EmptyPage>, Store {
    nonisolated static func mutate(_ state: inout EmptyPage.State, by mutation: EmptyPage.Mutation) {
        switch mutation {
        case .closed: break  // the parent closes it
        }
    }

    func sideEffects(of mutation: EmptyPage.Mutation, on state: EmptyPage.State) {
        switch mutation {
        case .closed: outputs.send(.closed)
        }
    }
}
