import CIS

final class TouristSpotsStore: SceneStore<TouristSpots>, Store {
    nonisolated static func mutate(_ state: inout TouristSpots.State, by mutation: TouristSpots.Mutation) {
        switch mutation {
        case .fetchStarted(let isPulled):  // TS-03: a control that shows progress already continues to show it
            state.domainState.fetches += 1
            state.progress = isPulled || state.progress == .pulled ? .pulled : .centred
            state.failure = nil
        case .fetched(let spots):  // TS-04
            state.rows = spots.enumerated().map { $1.row(at: $0) }
            state.progress = .none
        case .fetchFailed(let text):  // TS-05, D15: the old rows stay
            state.failure = text
            state.progress = .none
        case .fetchCancelled: state.progress = .none
        case .emptyPagePresented:  // TS-07: a page that is open already stays
            if !state.emptyPage.isPresented { state.emptyPage.present(EmptyPage.State()) }
        case .emptyPageDismissed: state.emptyPage.dismiss()
        case .closed: break  // the caller dismisses the screen
        }
    }

    func sideEffects(of mutation: TouristSpots.Mutation, on state: TouristSpots.State) {
        if case .closed = mutation { outputs.send(.closed) }  // TS-07
    }
}
