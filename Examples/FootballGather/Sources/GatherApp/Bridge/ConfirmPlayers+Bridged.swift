import CISBridge
package import GatherScenes

extension ConfirmPlayers: Bridged {
    package static func view(of state: State) -> ConfirmPlayersShown {
        ConfirmPlayersShown(
            title: Wording.ConfirmPlayers.title,
            sections: Team.allCases.map { ShownTeam($0, state.rows(of: $0)) },
            startButton: state.startButton, isLoading: state.isLoading, alert: ShownQuestion(state.alert))
    }

    package static var bridgedName: String { "confirmPlayers" }
}

/// The state of the screen as a host draws it.
package struct ConfirmPlayersShown: Encodable, Sendable {
    let title: String
    let sections: [ShownTeam]
    let startButton: ButtonState
    let isLoading: Bool
    let alert: ShownQuestion?
}
