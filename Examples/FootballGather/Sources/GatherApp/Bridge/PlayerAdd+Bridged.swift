import CISBridge
package import GatherScenes

extension PlayerAdd: Bridged {
    package static func view(of state: State) -> PlayerAddShown {
        PlayerAddShown(
            title: Wording.PlayerAdd.title, placeholder: Wording.PlayerAdd.name, name: state.domainState.name,
            doneButton: state.doneButton,
            isLoading: state.isLoading, alert: ShownQuestion(state.alert))
    }

    package static var bridgedName: String { "playerAdd" }
}

/// The state of the screen as a host draws it.
package struct PlayerAddShown: Encodable, Sendable {
    let title: String
    let placeholder: String
    let name: String
    let doneButton: ButtonState
    let isLoading: Bool
    let alert: ShownQuestion?
}
