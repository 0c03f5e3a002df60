import CIS

final class PlayerAddStore: SceneStore<PlayerAdd>, Store {
    nonisolated static func mutate(_ state: inout PlayerAdd.State, by mutation: PlayerAdd.Mutation) {
        switch mutation {
        case .edited(let change): if !state.isLoading { state.domainState.apply(change) }
        case .began(let attempt):
            state.isLoading = true
            state.domainState.attempt = attempt
        case .added:
            state.isLoading = false
            state.domainState.attempt = nil
        case .failed(let failure):  // FG-ADD-05 as decided in D11
            state.isLoading = false
            state.problem = failure.problem(.notAdded)
        case .alertDismissed: state.problem = nil
        }
    }

    func sideEffects(of mutation: PlayerAdd.Mutation, on state: PlayerAdd.State) {
        switch mutation {
        case .began: outputs.send(.requestSent)
        case .added: outputs.send(.added)  // FG-ADD-04
        case .failed(.sessionEnded): outputs.send(.sessionEnded)
        case .edited, .failed, .alertDismissed: break
        }
    }
}
