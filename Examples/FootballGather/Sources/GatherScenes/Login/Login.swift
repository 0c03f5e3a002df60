package import CIS

/// The first screen: log in, or register.
package enum Login: SceneDefinition {
    package typealias Worker = any LoginWorker

    /// What the user or the front end can do.
    package enum Action: Sendable, Equatable, Codable {
        case appeared  // FG-LOGIN-01
        case edited(FieldChange<Form>)  // FG-LOGIN-09
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
        case edited(FieldChange<Form>)
        case refused(Problem)
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
        package internal(set) var problem: Problem?
        /// D18: whether the login is there because a session has ended.
        package let sessionHasEnded: Bool
        package internal(set) var domainState: Form

        package init(
            username: String = "", password: String = "", isRemembered: Bool = true, sessionHasEnded: Bool = false
        ) {
            self.sessionHasEnded = sessionHasEnded
            domainState = Form(username: username, password: Password(password), isRemembered: isRemembered)
        }

        package var alert: Alert? { problem.map(Wording.alert) }

        // `isLoading` is not saved, because a restored screen has sent no request.
        private enum CodingKeys: CodingKey { case problem, sessionHasEnded, domainState }
    }

    /// The texts of the fields, and the position of the switch.
    package struct Form: FormFields, Equatable, Codable {
        package var username: String
        package var password: Password
        package var isRemembered: Bool

        package static let fields = [
            field("username", \.username), field("password", \.password, isSecret: true),
            field("isRemembered", \.isRemembered),
        ]
    }
}
