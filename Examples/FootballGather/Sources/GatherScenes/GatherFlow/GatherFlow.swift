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
        case matchBegan(GatherModel)  // D17
        case leaveConfirmed  // D17
        case leaveCancelled  // D17
        case gatherEnded  // FG-GATHER-07
        case sessionEnded
        case loginDeclined
        case linkOpened(DeepLink)
        case alertDismissed
    }

    package enum UseCase: Sendable, Equatable {
        case open(DeepLink)
        case openKeptLink
        case leave
        case endSession
    }

    package enum Mutation: Sendable, Equatable {
        case loggedIn(username: String)
        case opened(Route, above: ScreenID)
        case closed(ScreenID)
        case wentBack(to: ScreenID)
        case matchBegan(GatherModel)
        case left
        case leaveCancelled
        case gatherEnded
        case sessionEnded
        case loginDeclined
        case linkKept(DeepLink?)
        case linkOpened([Route])
        /// nil if the link names a player that the user does not have.
        case linkFailed(Failure?)
        case alertDismissed
    }

    /// D17: a way to leave a match, which the user has to confirm.
    package enum Leaving: Sendable, Equatable, Codable {
        case back(to: ScreenID)
        case link([Route])
        case toLogin
    }

    package struct State: SceneState, Equatable, Codable {
        /// The screens. The last one is on top. The login is always the first.
        package internal(set) var path = SceneStack<Route>([.login])
        /// While it is presented, a login with this username covers all screens. The screens below stay as they are.
        package internal(set) var loginAgain = Presented<String>()
        package internal(set) var problem: Problem?
        package internal(set) var domainState = DomainState()

        package struct DomainState: Sendable, Equatable, Codable {
            /// The name of the user; nil until somebody has logged in.
            package internal(set) var username: String?
            /// The link to open as soon as somebody has logged in.
            package internal(set) var keptLink: DeepLink?
            /// D17: the match that is played, once a goal or a second was counted.
            package internal(set) var match: GatherModel?
            /// D17: where the user wants to go, while the question is shown.
            package internal(set) var leaving: Leaving?
        }

        package init() {}

        package var alert: Alert? { problem.map(Wording.alert) }

        /// D17: the question before a match is left.
        package var leaveQuestion: Alert? {
            guard domainState.leaving != nil else { return nil }
            return Alert(title: Wording.Gather.leaveTitle, message: Wording.Gather.leaveQuestion)
        }
    }
}

/// Everything the screens need from outside.
package typealias GatherFlowWorker = LoginWorker & PlayerListWorker & PlayerAddWorker & PlayerEditWorker
    & ConfirmPlayersWorker & GatherWorker & SessionWorker
