import CISBridge
package import GatherScenes

extension Login: Bridged {
    /// Without the password: the host has typed it.
    package struct Shown: Encodable, Sendable {
        let username: String
        let hasPassword: Bool
        let isRemembered: Bool
        let isLoading: Bool
        let alert: ShownQuestion?
        let labels: Labels

        struct Labels: Encodable, Sendable {
            let app = GatherScenes.Label.app
            let username = Label.username
            let password = Label.password
            let login = Label.login
            let remember = Label.remember
            let question = Label.question
            let register = Label.register
        }
    }

    package static func view(of state: State) -> Shown {
        let fields = state.domainState
        return Shown(
            username: fields.username, hasPassword: !fields.password.isEmpty, isRemembered: fields.isRemembered,
            isLoading: state.isLoading, alert: ShownQuestion(state.alert), labels: Shown.Labels())
    }

    package static var bridgedName: String { "login" }
}
