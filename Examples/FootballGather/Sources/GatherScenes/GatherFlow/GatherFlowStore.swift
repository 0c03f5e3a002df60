import CIS

final class GatherFlowStore: SceneStore<GatherFlow>, Store {
    nonisolated static func mutate(_ state: inout GatherFlow.State, by mutation: GatherFlow.Mutation) {
        switch mutation {
        case .loggedIn(let username): logIn(username, &state)
        case .opened(let route, let screen):
            // The second of two quick taps comes from a screen that is covered already.
            if state.path.top?.id == screen { state.path.push(route) }
        case .closed(let screen): state.path.pop(from: screen)
        case .wentBack(let screen): go(.back(to: screen), &state)
        case .matchBegan(let gather):
            if state.path.routes.contains(.gather(gather)) { state.domainState.match = gather }
        case .left: if let destination = state.domainState.leaving { leave(to: destination, &state) }
        case .leaveCancelled: state.domainState.leaving = nil
        case .gatherEnded:  // FG-GATHER-07. D17: its result is stored, so leaving it loses nothing
            state.path.pop(toLast: { $0 == .playerList })
            (state.domainState.match, state.domainState.leaving) = (nil, nil)
        case .sessionEnded:
            guard !state.loginAgain.isPresented, let username = state.domainState.username else { return }
            state.loginAgain.present(username)
        case .loginDeclined: go(.toLogin, &state)
        case .linkKept(let link): state.domainState.keptLink = link
        case .linkOpened(let routes): go(.link(routes), &state)
        case .linkFailed(.sessionEnded): mutate(&state, by: .sessionEnded)
        case .linkFailed(let failure): state.problem = failure.map { $0.problem() } ?? .noSuchPlayer
        case .alertDismissed: state.problem = nil
        }
    }

    /// D17: leaves the screens above the destination; a match that has begun only after a question.
    nonisolated private static func go(_ destination: GatherFlow.Leaving, _ state: inout GatherFlow.State) {
        if case .back(let screen) = destination, screen == state.path.top?.id { return }
        if state.domainState.match == nil {
            leave(to: destination, &state)
        } else {
            state.domainState.leaving = destination
        }
    }

    nonisolated private static func leave(to destination: GatherFlow.Leaving, _ state: inout GatherFlow.State) {
        state.domainState.leaving = nil
        state.domainState.match = nil
        switch destination {
        case .back(let screen):
            state.path.pop(to: screen)
            if state.path.elements.count == 1 { state.domainState.username = nil }
        case .link(let routes): state.path.show([.login, .playerList] + routes)
        case .toLogin:
            state.loginAgain.dismiss()
            state.path.pop(toLast: { $0 == .login })
            state.domainState.username = nil
        }
    }

    nonisolated private static func logIn(_ username: String, _ state: inout GatherFlow.State) {
        // FG-API-23: byte for byte, as for the server. Texts that `==` calls equal may be the names of two users.
        let isSameUser =
            state.loginAgain.isPresented && username.utf8.elementsEqual((state.domainState.username ?? "").utf8)
        state.loginAgain.dismiss()
        guard !isSameUser else { return }
        // The screens of the previous user are removed.
        state.path.pop(toLast: { $0 == .login })
        state.path.push(.playerList)  // FG-LOGIN-06
        state.domainState.username = username
        (state.domainState.match, state.domainState.leaving) = (nil, nil)
    }
}
