import CISBridge
package import GatherScenes

extension PlayerList: Bridged {
    package static func view(of state: State) -> PlayerListShown {
        PlayerListShown(
            title: state.title, mode: state.mode, modeButton: state.modeButton, bottomButton: state.bottomButton,
            reloadButton: state.reloadButton, search: state.search.text, rows: state.rows, emptyText: state.emptyText,
            nobodyFound: state.nobodyFound, acceptsInput: state.acceptsInput,
            isLoading: state.activity == .deleting, alert: ShownQuestion(state.alert),
            deletion: ShownQuestion(
                state.deletion, confirm: Wording.PlayerList.delete, cancel: Wording.cancel, isDestructive: true),
            labels: PlayerListShown.Labels())
    }

    package static var bridgedName: String { "playerList" }
}

/// The state of the screen as a host draws it.
package struct PlayerListShown: Encodable, Sendable {
    let title: String
    let mode: PlayerList.Mode
    let modeButton: ButtonState
    let bottomButton: ButtonState
    let reloadButton: ButtonState
    let search: String
    let rows: [PlayerList.Row]
    /// FG-UI-03: the text in place of the rows, with the button `retry`.
    let emptyText: String?
    /// The text in place of the rows, if no player is found.
    let nobodyFound: String?
    let acceptsInput: Bool
    /// FG-UI-01: whether the overlay is shown.
    let isLoading: Bool
    let alert: ShownQuestion?
    /// FG-LIST-12: the question before a player is deleted.
    let deletion: ShownQuestion?
    let labels: Labels

    struct Labels: Encodable, Sendable {
        let delete = Wording.PlayerList.delete
        let retry = Wording.retry
        let search = Wording.PlayerList.search
        let edit = Wording.PlayerList.edit
        let done = Wording.done
    }
}
