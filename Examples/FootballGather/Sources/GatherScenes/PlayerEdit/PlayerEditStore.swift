import CIS

final class PlayerEditStore: SceneStore<PlayerEdit>, Store {
    nonisolated static func mutate(_ state: inout PlayerEdit.State, by mutation: PlayerEdit.Mutation) {
        switch mutation {
        case .edited(let change):
            if !state.isLoading, state.options.isEmpty { state.domainState.apply(change) }
        case .optionTapped(let index):  // FG-EDIT-04
            if !state.isLoading, state.options.indices.contains(index) { state.domainState.text = state.options[index] }
        case .began: state.isLoading = true
        case .updated: state.isLoading = false
        case .failed(let failure):  // FG-EDIT-08
            state.isLoading = false
            state.problem = failure.problem(.notUpdated)
        case .changedElsewhere(let newest):  // D19: what was typed stays
            state.isLoading = false
            state.domainState.newest = newest
        case .conflictDismissed, .theirsKept:
            guard let newest = state.domainState.newest else { return }
            state.domainState.player = newest
            state.domainState.newest = nil
        case .alertDismissed: state.problem = nil
        }
    }

    func sideEffects(of mutation: PlayerEdit.Mutation, on state: PlayerEdit.State) {
        switch mutation {
        case .began: outputs.send(.requestSent)
        case .theirsKept: outputs.send(.playerEdited(state.domainState.player))
        case .updated(let player): outputs.send(.playerEdited(player))  // FG-EDIT-07
        case .failed(.sessionEnded): outputs.send(.sessionEnded)
        case .edited, .optionTapped, .failed, .changedElsewhere, .conflictDismissed, .alertDismissed: break
        }
    }
}
