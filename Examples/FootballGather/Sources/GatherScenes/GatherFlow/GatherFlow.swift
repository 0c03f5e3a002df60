package import CIS

/// The app: one stack of screens, and the login above it when the session has ended.
package enum GatherFlow: SceneDefinition {
    package typealias Worker = any GatherFlowWorker
    /// A screen in the stack.
    package typealias ScreenID = SceneStack<Route>.Element.ID

    /// What the user, the front end or a screen can do.
    package enum Action: Sendable, Equatable, Codable {
        case loggedIn(username: String)
        case opened(Route, above: ScreenID)
        case closed(ScreenID)
        case wentBack(to: ScreenID)
        case gatherEnded  // FG-GATHER-07
        case sessionEnded
        case loginDeclined
        case linkOpened(DeepLink)
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case open(DeepLink)
        case openKeptLink
    }

    package enum Mutation: Sendable, Equatable {
        case loggedIn(username: String)
        case opened(Route, above: ScreenID)
        case closed(ScreenID)
        case wentBack(to: ScreenID)
        case gatherEnded
        case sessionEnded
        case loginDeclined
        case linkKept(DeepLink?)
        case linkOpened([Route])
        case linkFailed(Failure)
        case alertDismissed
    }

    package struct State: SceneState, Equatable, Codable {
        /// The screens. The last one is on top. The login is always the first.
        package internal(set) var path = SceneStack<Route>([.login])
        /// While it is presented, a login with this username covers all screens. The screens below stay as they are.
        package internal(set) var loginAgain = Presented<String>()
        package internal(set) var alert: Alert?
        package internal(set) var domainState = DomainState()

        package struct DomainState: Sendable, Equatable, Codable {
            /// The name of the user; nil until somebody has logged in.
            package internal(set) var username: String?
            /// The link to open as soon as somebody has logged in.
            package internal(set) var keptLink: DeepLink?
        }

        package init() {}
    }
}

/// Everything the screens need from outside.
package typealias GatherFlowWorker = LoginWorker & PlayerListWorker & PlayerAddWorker & PlayerEditWorker
    & ConfirmPlayersWorker & GatherWorker
