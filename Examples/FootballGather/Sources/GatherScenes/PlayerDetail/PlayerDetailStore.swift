import CIS

final class PlayerDetailStore: SceneStore<PlayerDetail>, Store {
    nonisolated static func mutate(_ state: inout PlayerDetail.State, by mutation: PlayerDetail.Mutation) {
        switch mutation {
        // FG-DETAIL-04: title and sections are computed from the player, so they always show the edited values.
        case .playerEdited(let player): state.player = player
        case .rowTapped, .changeSent: break  // only an output
        }
    }

    func sideEffects(of mutation: PlayerDetail.Mutation, on state: PlayerDetail.State) {
        switch mutation {
        case .rowTapped(let field): outputs.send(.fieldChosen(field, of: state.player))  // FG-DETAIL-03
        case .changeSent: outputs.send(.changeSent)  // D20
        case .playerEdited(let player): outputs.send(.playerEdited(player))  // FG-DETAIL-04
        }
    }
}
