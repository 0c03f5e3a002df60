import CISBridge
package import GatherScenes

extension PlayerEdit: Bridged {
    package static func view(of state: State) -> PlayerEditShown {
        PlayerEditShown(
            title: state.title, text: state.domainState.text, placeholder: state.placeholder,
            isNumber: state.domainState.field == .age, options: state.options, selectedOption: state.selectedOption,
            doneButton: state.doneButton, isLoading: state.isLoading, alert: ShownQuestion(state.alert),
            conflict: ShownQuestion(
                state.conflict, confirm: Wording.PlayerEdit.saveMine, cancel: Wording.PlayerEdit.keepTheirs))
    }

    package static var bridgedName: String { "playerEdit" }
}

/// The state of the screen as a host draws it.
package struct PlayerEditShown: Encodable, Sendable {
    let title: String
    let text: String
    let placeholder: String
    /// Whether the field is for a number, so that a keyboard for numbers can be shown.
    let isNumber: Bool
    /// FG-EDIT-02: the options to choose from. Empty if there is a text field instead.
    let options: [String]
    let selectedOption: Int?
    let doneButton: ButtonState
    let isLoading: Bool
    let alert: ShownQuestion?
    /// D19: the question whose values are kept.
    let conflict: ShownQuestion?
}
