import CIS

final class PlayerAddStore: SceneStore<PlayerAdd>, Store {
    nonisolated static func mutate(_ state: inout PlayerAdd.State, by mutation: PlayerAdd.Mutation) {
        switch mutation {
        case .nameChanged(let text): if !state.isLoading { state.domainState.name = text }
        case .began(let attempt):
            state.isLoading = true
            state.domainState.attempt = attempt
        case .added:
            state.isLoading = false
            state.domainState.attempt = nil
        case .failed(let failure):  // FG-ADD-05 as decided in D11
            state.isLoading = false
            state.alert = failure.alert("Unable to create player. Please try again.")
        case .alertDismissed: state.alert = nil
        }
    }

    func sideEffects(of mutation: PlayerAdd.Mutation, on state: PlayerAdd.State) {
        switch mutation {
        case .added: outputs.send(.added)  // FG-ADD-04
        case .failed(.sessionEnded): outputs.send(.sessionEnded)
        default: break
        }
    }
}
