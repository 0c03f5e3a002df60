import CISBridge
package import GatherScenes

extension Login: Bridged {
    package static func view(of state: State) -> LoginShown {
        let fields = state.domainState
        return LoginShown(
            username: fields.username, hasPassword: !fields.password.isEmpty, isRemembered: fields.isRemembered,
            isLoading: state.isLoading, alert: ShownQuestion(state.alert), labels: LoginShown.Labels())
    }

    package static var bridgedName: String { "login" }
}

/// The state of the screen as a host draws it, without the password, which the host has typed.
package struct LoginShown: Encodable, Sendable {
    let username: String
    let hasPassword: Bool
    let isRemembered: Bool
    let isLoading: Bool
    let alert: ShownQuestion?
    let labels: Labels

    struct Labels: Encodable, Sendable {
        let app = GatherScenes.Label.app
        let username = Login.Label.username
        let password = Login.Label.password
        let login = Login.Label.login
        let remember = Login.Label.remember
        let question = Login.Label.question
        let register = Login.Label.register
    }
}
