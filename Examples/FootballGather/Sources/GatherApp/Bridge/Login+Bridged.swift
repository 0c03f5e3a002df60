import CISBridge
package import GatherScenes

extension Login: Bridged {
    package static func view(of state: State) -> LoginShown {
        let fields = state.domainState
        return LoginShown(
            username: fields.username, hasPassword: !fields.password.isEmpty, isRemembered: fields.isRemembered,
            notice: state.sessionHasEnded ? Wording.Login.sessionHasEnded : nil, isLoading: state.isLoading,
            alert: ShownQuestion(state.alert), labels: LoginShown.Labels())
    }

    package static var bridgedName: String { "login" }
}

/// The state of the screen as a host draws it, without the password, which the host has typed.
package struct LoginShown: Encodable, Sendable {
    let username: String
    let hasPassword: Bool
    let isRemembered: Bool
    /// D18: why the login is there.
    let notice: String?
    let isLoading: Bool
    let alert: ShownQuestion?
    let labels: Labels

    struct Labels: Encodable, Sendable {
        let app = Wording.app
        let username = Wording.Login.username
        let password = Wording.Login.password
        let login = Wording.Login.login
        let remember = Wording.Login.remember
        let question = Wording.Login.question
        let register = Wording.Login.register
    }
}
