import CISBridge
package import GatherScenes

extension GatherFlow: Bridged {
    package static func view(of state: State) -> GatherFlowShown {
        GatherFlowShown(
            path: state.path.elements.map {
                GatherFlowShown.Screen(id: $0.id, link: $0.route.link, back: back(from: $0.route))
            },
            asksToLogIn: state.loginAgain.isPresented, alert: ShownQuestion(state.alert),
            leaving: ShownQuestion(
                state.leaveQuestion, confirm: Wording.Gather.leave, cancel: Wording.Gather.stay, isDestructive: true),
            labels: GatherFlowShown.Labels())
    }

    private static func back(from route: Route) -> String? {
        switch route {
        case .login: nil
        case .playerList: Wording.logOut
        default: Wording.back
        }
    }

    package static var bridgedName: String { "footballGather" }
}

/// The state of the screen as a host draws it.
package struct GatherFlowShown: Encodable, Sendable {
    /// The screens. The last one is on top. The host receives each screen as a child, too.
    let path: [Screen]
    /// Whether the login covers all screens.
    let asksToLogIn: Bool
    let alert: ShownQuestion?
    /// D17: the question before a match is left.
    let leaving: ShownQuestion?
    let labels: Labels

    struct Screen: Encodable, Sendable, Identifiable {
        let id: GatherFlow.ScreenID
        /// The link that opens the screen again.
        let link: DeepLink?
        /// The caption of the button that leads to the screen below.
        let back: String?
    }

    struct Labels: Encodable, Sendable {
        let app = Wording.app
        let loading = Wording.loading
        let cancel = Wording.cancel
    }
}
