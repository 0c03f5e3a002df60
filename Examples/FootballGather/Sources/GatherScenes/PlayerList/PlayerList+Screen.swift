/// FG-LIST-10: what the screen shows is computed from its state, so a caption is never older than the selection.
extension PlayerList.State {
    /// D8: the title, or how many players are selected.
    package var title: String { Wording.PlayerList.title(selected: mode == .list ? nil : selected.count) }

    /// FG-LIST-01: nobody can be selected in an empty list.
    package var modeButton: ButtonState {
        ButtonState(
            Wording.PlayerList.mode(isSelection: mode == .selection),
            isEnabled: acceptsInput && !players.isEmpty)
    }

    package var bottomButton: ButtonState {
        ButtonState(
            Wording.PlayerList.bottom(isSelection: mode == .selection),
            isEnabled: acceptsInput && (mode == .list || hasEnoughPlayers))
    }

    /// D20: loads the list again.
    package var reloadButton: ButtonState { ButtonState(Wording.PlayerList.reload, isEnabled: acceptsInput) }

    /// The players whose name contains what is searched.
    package var rows: [PlayerList.Row] {
        let text = search.text.lowercased()
        return players.filter { text.isEmpty || $0.name.lowercased().contains(text) }.map { player in
            PlayerList.Row(
                id: player.id, name: player.name, position: Wording.PlayerList.position(player.preferredPosition),
                skill: Wording.PlayerList.skill(player.skill),
                isTicked: mode == .selection ? selected.contains(player.id) : nil)
        }
    }

    /// FG-UI-03, FG-LIST-03: the text in place of the rows, with the button `Retry`.
    package var emptyText: String? {
        switch emptiness {
        case .noPlayers: Wording.PlayerList.noPlayers
        case .notLoaded: Wording.PlayerList.notLoaded
        case nil: nil
        }
    }

    /// The text in place of the rows, if there are players, and none is found.
    package var nobodyFound: String? {
        players.isEmpty || !rows.isEmpty ? nil : Wording.PlayerList.nobodyFound(search.text)
    }

    package var alert: Alert? { problem.map(Wording.alert) }

    /// FG-LIST-12: the question before a player is deleted, with the name.
    package var deletion: Alert? {
        guard let player = players.first(where: { $0.id == domainState.deletion }) else { return nil }
        return Alert(
            title: Wording.PlayerList.deleteTitle, message: Wording.PlayerList.deleteQuestion(player.name))
    }

    /// FG-LIST-02, FG-UI-01: whether the screen reacts to the user. It does not while a request is in flight.
    package var acceptsInput: Bool { activity == .none }

    var hasEnoughPlayers: Bool { selected.count >= PlayerList.minimumOfPlayers }

    /// FG-LIST-11: the selected players, in the order of the rows.
    var selectedPlayers: [Player] { players.filter { selected.contains($0.id) } }
}

extension PlayerList {
    /// One player as three texts and, while players are chosen, a check box.
    package struct Row: Sendable, Equatable, Encodable, Identifiable {
        package let id: Player.ID
        package let name: String
        package let position: String
        package let skill: String
        /// Whether the check box is ticked; nil if the row has none.
        package let isTicked: Bool?
    }
}
