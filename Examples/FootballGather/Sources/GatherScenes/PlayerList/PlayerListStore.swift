import CIS

final class PlayerListStore: SceneStore<PlayerList>, Store {
    nonisolated static func mutate(_ state: inout PlayerList.State, by mutation: PlayerList.Mutation) {
        if !state.acceptsInput, mutation.isIgnoredWhileLoading { return }  // FG-LIST-02, FG-UI-01
        switch mutation {
        case .loadBegan:
            state.activity = .loading
            state.emptiness = nil  // FG-LIST-05
            state.domainState.hasLoaded = false
            state.domainState.isOutdated = false
        case .loaded(let players):  // FG-LIST-03
            // D20: the answer may be older than a change that was sent meanwhile. The list is loaded when it appears.
            guard !state.domainState.isOutdated else { return state.activity = .none }
            show(players, &state)
            state.domainState.hasLoaded = true
        case .loadFailed(let failure):  // FG-LIST-04: the previous players stay
            state.activity = .none
            state.problem = failure.problem()
            if state.players.isEmpty { state.emptiness = .notLoaded }
        case .rowTapped(let id):  // FG-LIST-08
            guard state.mode == .selection, state.contains(id) else { return }
            state.selected.formSymmetricDifference([id])
        case .modeTapped:  // FG-LIST-09
            guard state.modeButton.isEnabled else { return }
            state.mode = state.mode == .list ? .selection : .list
            state.selected = []
        case .bottomTapped:  // FG-LIST-11. D20: a player who is added is seen
            if state.mode == .list { state.search.text = "" }
        case .edited(let change): state.search.apply(change)
        case .deleteTapped(let id):  // FG-LIST-12
            if state.mode == .list, state.contains(id) { state.domainState.deletion = id }
        case .deleteCancelled: state.domainState.deletion = nil
        case .deletionBegan:
            state.domainState.deletion = nil
            state.activity = .deleting
        case .deleted(let id): show(state.players.filter { $0.id != id }, &state)  // FG-LIST-13
        case .deletionFailed(let failure):  // FG-LIST-14 as decided in D9: the overlay goes, too
            state.activity = .none
            state.problem = failure.problem()
            state.domainState.hasLoaded = false  // D20: an edit does not make this up to date
        case .gatherEnded:  // FG-LIST-15
            state.mode = .list
            state.selected = []
        case .changeSent: state.domainState.isOutdated = true
        case .playerEdited(let player):  // FG-LIST-17
            state.domainState.isOutdated = !state.acceptsInput  // D20: an answer may be on its way, as above
            guard let row = state.players.firstIndex(where: { $0.id == player.id }) else { return }
            state.players[row] = player
        case .alertDismissed: state.problem = nil
        }
    }

    /// FG-LIST-03, FG-LIST-13: shows the players, or the empty text if there are none.
    nonisolated private static func show(_ players: [Player], _ state: inout PlayerList.State) {
        state.activity = .none
        state.players = players
        state.selected.formIntersection(players.map(\.id))
        if players.isEmpty { state.mode = .list }
        state.emptiness = players.isEmpty ? .noPlayers : nil
    }

    func sideEffects(of mutation: PlayerList.Mutation, on state: PlayerList.State) {
        switch mutation {
        case .rowTapped(let id):  // FG-LIST-07
            guard state.acceptsInput, state.mode == .list,
                let player = state.players.first(where: { $0.id == id })
            else { return }
            outputs.send(.playerChosen(player))
        case .bottomTapped:  // FG-LIST-11
            guard state.bottomButton.isEnabled else { return }
            outputs.send(state.mode == .list ? .addChosen : .playersChosen(state.selectedPlayers))
        case .loadFailed(.sessionEnded), .deletionFailed(.sessionEnded): outputs.send(.sessionEnded)
        case .loadBegan, .loaded, .loadFailed, .modeTapped, .edited, .deleteTapped, .deleteCancelled, .deletionBegan,
            .deleted, .deletionFailed, .gatherEnded, .changeSent, .playerEdited, .alertDismissed:
            break
        }
    }
}

extension PlayerList.State {
    fileprivate func contains(_ id: Player.ID) -> Bool { players.contains { $0.id == id } }
}

extension PlayerList.Mutation {
    /// Whether the screen ignores it while a request is in flight. A new mutation has to say it, or does not compile.
    fileprivate var isIgnoredWhileLoading: Bool {
        switch self {
        case .rowTapped, .modeTapped, .bottomTapped, .deleteTapped: true
        case .loadBegan, .loaded, .loadFailed, .edited, .deleteCancelled, .deletionBegan, .deleted, .deletionFailed,
            .gatherEnded, .changeSent, .playerEdited, .alertDismissed:
            false
        }
    }
}
