import CIS

final class ConfirmPlayersStore: SceneStore<ConfirmPlayers>, Store {
    nonisolated static func mutate(_ state: inout ConfirmPlayers.State, by mutation: ConfirmPlayers.Mutation) {
        switch mutation {
        case .moved(let source, let destination):  // FG-CONFIRM-02, FG-UI-01
            if !state.isLoading { state.domainState.move(from: source, to: destination) }
        case .began(let attempt):
            state.isLoading = true
            state.domainState.attempt = attempt
        case .started(let gather):
            state.isLoading = false
            state.domainState.gather = gather
            state.domainState.attempt = nil
        case .failed(let failure):  // FG-CONFIRM-07
            state.isLoading = false
            state.problem = failure.problem(.notStarted)
        case .gatherBegan, .gatherEnded: state.domainState.gather = nil
        case .alertDismissed: state.problem = nil
        }
    }

    func sideEffects(of mutation: ConfirmPlayers.Mutation, on state: ConfirmPlayers.State) {
        switch mutation {
        case .started(let gather): outputs.send(.gatherStarted(gather))  // FG-CONFIRM-06
        case .gatherEnded: outputs.send(.gatherEnded)  // FG-CONFIRM-10
        case .failed(.error(.playerDeleted)): outputs.send(.playerMissed)  // D20
        case .failed(.sessionEnded): outputs.send(.sessionEnded)
        case .moved, .began, .failed, .gatherBegan, .alertDismissed: break
        }
    }
}
