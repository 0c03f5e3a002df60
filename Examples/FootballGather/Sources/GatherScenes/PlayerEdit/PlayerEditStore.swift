import CIS

final class PlayerEditStore: SceneStore<PlayerEdit>, Store {
    nonisolated static func mutate(_ state: inout PlayerEdit.State, by mutation: PlayerEdit.Mutation) {
        switch mutation {
        case .textChanged(let text):
            if !state.isLoading, state.options.isEmpty { state.domainState.text = text }
        case .optionTapped(let index):  // FG-EDIT-04
            if !state.isLoading, state.options.indices.contains(index) { state.domainState.text = state.options[index] }
        case .began: state.isLoading = true
        case .updated: state.isLoading = false
        case .failed(let failure):  // FG-EDIT-08
            state.isLoading = false
            state.alert = failure.alert("Unable to update player. Please try again.", title: "Error update")
        case .alertDismissed: state.alert = nil
        }
    }

    func sideEffects(of mutation: PlayerEdit.Mutation, on state: PlayerEdit.State) {
        switch mutation {
        case .updated(let player): outputs.send(.playerEdited(player))  // FG-EDIT-07
        case .failed(.sessionEnded): outputs.send(.sessionEnded)
        default: break
        }
    }
}
