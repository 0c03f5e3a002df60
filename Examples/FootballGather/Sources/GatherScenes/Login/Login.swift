import CIS

/// The first screen: log in, or register.
package enum Login: SceneDefinition {
    package typealias Worker = any LoginWorker

    /// What the user or the front end can do.
    package enum Action: Sendable, Equatable, Codable {
        case appeared  // FG-LOGIN-01
        case usernameChanged(String)
        case passwordChanged(Password)
        case rememberSwitched(Bool)
        case loginTapped  // FG-LOGIN-03
        case registerTapped  // FG-LOGIN-04
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case recall
        case logIn(registeringFirst: Bool)
    }

    package enum Mutation: Sendable, Equatable {
        case recalled(Remembered)
        case usernameChanged(String)
        case passwordChanged(Password)
        case rememberSwitched(Bool)
        case refused
        case began
        case loggedIn
        case failed(Failure)
        case alertDismissed
    }

    /// FG-LOGIN-06: the player list can be shown.
    package enum Output: Sendable, Equatable, Encodable { case loggedIn(username: String) }

    /// FG-LOGIN-06, FG-LOGIN-07: the values that are kept for the next start.
    package struct Remembered: Sendable, Equatable {
        /// The position of the switch; nil if it was never stored.
        package let isOn: Bool?
        package let username: String?

        package init(isOn: Bool?, username: String?) {
            self.isOn = isOn
            self.username = username
        }
    }

    package struct State: SceneState, Equatable, Codable {
        /// FG-UI-01: whether a request is in flight, so that the screen shows `Loading...`.
        package internal(set) var isLoading = false
        package internal(set) var alert: Alert?
        package internal(set) var domainState: DomainState

        /// The texts of the fields, and the position of the switch.
        package struct DomainState: Sendable, Equatable, Codable {
            package internal(set) var username: String
            package internal(set) var password: Password
            package internal(set) var isRemembered: Bool
        }

        package init(username: String = "", password: String = "", isRemembered: Bool = true) {
            domainState = DomainState(
                username: username, password: Password(password), isRemembered: isRemembered)
        }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case alert, domainState }
    }

    /// The texts of the screen.
    package enum Label {
        package static let username = "Enter username"
        package static let password = "Enter password"
        package static let login = "Login"
        package static let remember = "Remember Me"
        package static let question = "Don't have an account?"
        package static let register = "Register"
    }
}
