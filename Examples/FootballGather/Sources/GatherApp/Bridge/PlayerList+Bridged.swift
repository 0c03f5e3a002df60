import CISBridge
package import GatherScenes

extension PlayerList: Bridged {
    package static func view(of state: State) -> PlayerListShown {
        PlayerListShown(
            title: state.title, mode: state.mode, modeButton: state.modeButton, bottomButton: state.bottomButton,
            rows: state.rows, emptyText: state.emptyText, acceptsInput: state.acceptsInput,
            isLoading: state.activity == .deleting, alert: ShownQuestion(state.alert),
            deletion: state.domainState.deletion.map { _ in deletion }, labels: PlayerListShown.Labels())
    }

    private static var deletion: ShownQuestion {
        ShownQuestion(
            Label.deleteTitle, Label.deleteQuestion, confirm: Label.delete, cancel: Label.cancel, isDestructive: true)
    }

    package static var bridgedName: String { "playerList" }
}

/// The state of the screen as a host draws it.
package struct PlayerListShown: Encodable, Sendable {
    let title: String
    let mode: PlayerList.Mode
    let modeButton: ButtonState
    let bottomButton: ButtonState
    let rows: [PlayerList.Row]
    /// FG-UI-03: the text in place of the rows, with the button `retry`.
    let emptyText: String?
    let acceptsInput: Bool
    /// FG-UI-01: whether the overlay is shown.
    let isLoading: Bool
    let alert: ShownQuestion?
    /// FG-LIST-12: the question before a player is deleted.
    let deletion: ShownQuestion?
    let labels: Labels

    struct Labels: Encodable, Sendable {
        let delete = PlayerList.Label.delete
        let retry = GatherScenes.Label.retry
    }
}
