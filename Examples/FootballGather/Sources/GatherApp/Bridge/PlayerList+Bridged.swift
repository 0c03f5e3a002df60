import CISBridge
package import GatherScenes

extension PlayerList: Bridged {
    package struct Shown: Encodable, Sendable {
        let title: String
        let mode: Mode
        let modeButton: ButtonState
        let bottomButton: ButtonState
        let rows: [Row]
        /// FG-UI-03: in place of the rows, with the button `retry`.
        let emptyText: String?
        let acceptsInput: Bool
        /// FG-UI-01: whether the overlay is shown.
        let isLoading: Bool
        let alert: ShownQuestion?
        /// FG-LIST-12.
        let deletion: ShownQuestion?
        let labels: Labels

        struct Labels: Encodable, Sendable {
            let delete = Label.delete
            let retry = GatherScenes.Label.retry
        }
    }

    package static func view(of state: State) -> Shown {
        Shown(
            title: state.title, mode: state.mode, modeButton: state.modeButton, bottomButton: state.bottomButton,
            rows: state.rows, emptyText: state.emptyText, acceptsInput: state.acceptsInput,
            isLoading: state.activity == .deleting, alert: ShownQuestion(state.alert),
            deletion: state.domainState.deletion.map { _ in deletion }, labels: Shown.Labels())
    }

    private static var deletion: ShownQuestion {
        ShownQuestion(
            Label.deleteTitle, Label.deleteQuestion, confirm: Label.delete, cancel: Label.cancel, isDestructive: true)
    }

    package static var bridgedName: String { "playerList" }
}
