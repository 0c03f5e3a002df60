import CIS

final class LoginStore: SceneStore<Login>, Store {
    nonisolated static func mutate(_ state: inout Login.State, by mutation: Login.Mutation) {
        switch mutation {
        case .recalled(let remembered): recall(remembered, &state)
        case .edited(let change): if !state.isLoading { state.domainState.apply(change) }  // FG-LOGIN-09
        case .refused(let problem): state.problem = problem  // FG-LOGIN-02, D23
        case .began: state.isLoading = true
        case .loggedIn:
            state.isLoading = false
            state.domainState.password = Password("")  // nothing needs it any more
        case .failed(let failure):  // FG-LOGIN-05
            state.isLoading = false
            state.problem = failure.problem()
        case .alertDismissed: state.problem = nil
        }
    }

    /// FG-LOGIN-01: the switch is on unless it was stored otherwise. What the user has typed meanwhile stays, and a switch that is
    /// off already.
    nonisolated private static func recall(_ remembered: Login.Remembered, _ state: inout Login.State) {
        guard !state.isLoading, state.domainState.isRemembered else { return }
        state.domainState.isRemembered = remembered.isOn ?? true
        guard state.domainState.isRemembered, state.domainState.username.isEmpty else { return }
        state.domainState.username = remembered.username ?? ""
    }

    func sideEffects(of mutation: Login.Mutation, on state: Login.State) {
        if case .loggedIn = mutation { outputs.send(.loggedIn(username: state.domainState.username)) }  // FG-LOGIN-06
    }
}
