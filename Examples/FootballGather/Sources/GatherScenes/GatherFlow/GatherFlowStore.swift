import CIS

final class GatherFlowStore: SceneStore<GatherFlow>, Store {
    nonisolated static func mutate(_ state: inout GatherFlow.State, by mutation: GatherFlow.Mutation) {
        switch mutation {
        case .loggedIn(let username): logIn(username, &state)
        case .opened(let route, let screen):
            // The second of two quick taps comes from a screen that is covered already.
            if state.path.top?.id == screen { state.path.push(route) }
        case .closed(let screen): state.path.pop(from: screen)
        case .wentBack(let screen):
            state.path.pop(to: screen)
            if state.path.elements.count == 1 { state.domainState.username = nil }
        case .gatherEnded: state.path.pop(toLast: { $0 == .playerList })  // FG-GATHER-07
        case .sessionEnded:
            guard !state.loginAgain.isPresented, let username = state.domainState.username else { return }
            state.loginAgain.present(username)
        case .loginDeclined:
            state.loginAgain.dismiss()
            state.path.pop(toLast: { $0 == .login })
            state.domainState.username = nil
        case .linkKept(let link): state.domainState.keptLink = link
        case .linkOpened(let routes): state.path.show([.login, .playerList] + routes)
        case .linkFailed(.sessionEnded): mutate(&state, by: .sessionEnded)
        case .linkFailed(let failure): state.alert = failure.alert()
        case .alertDismissed: state.alert = nil
        }
    }

    nonisolated private static func logIn(_ username: String, _ state: inout GatherFlow.State) {
        let isSameUser = state.loginAgain.isPresented && username == state.domainState.username
        state.loginAgain.dismiss()
        guard !isSameUser else { return }
        // The screens of the previous user are removed.
        state.path.pop(toLast: { $0 == .login })
        state.path.push(.playerList)  // FG-LOGIN-06
        state.domainState.username = username
    }
}
