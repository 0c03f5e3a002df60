/// FG-LIST-10: what the screen shows is computed from its state, so a caption is never older than the selection.
extension PlayerList.State {
    /// D8: the title, or how many players are selected.
    package var title: String { mode == .list ? "Players" : "\(selected.count) selected" }

    /// FG-LIST-01: nobody can be selected in an empty list.
    package var modeButton: ButtonState {
        ButtonState(
            mode == .list ? "Select" : PlayerList.Label.cancel, isEnabled: acceptsInput && !domainState.players.isEmpty)
    }

    package var bottomButton: ButtonState {
        switch mode {
        case .list: ButtonState("Add player", isEnabled: acceptsInput)
        case .selection: ButtonState("Confirm players", isEnabled: acceptsInput && hasEnoughPlayers)
        }
    }

    package var rows: [PlayerList.Row] {
        domainState.players.map { player in
            PlayerList.Row(
                id: player.id, name: player.name,
                position: "Position: \(player.preferredPosition?.rawValue ?? "-")",
                skill: "Skill: \(player.skill?.rawValue ?? "-")",
                isTicked: mode == .selection ? selected.contains(player.id) : nil)
        }
    }

    /// FG-LIST-02, FG-UI-01: whether the screen reacts to the user. It does not while a request is in flight.
    package var acceptsInput: Bool { activity == .none }

    var hasEnoughPlayers: Bool { selected.count >= PlayerList.minimumOfPlayers }

    /// FG-LIST-11: the selected players, in the order of the rows.
    var selectedPlayers: [Player] { domainState.players.filter { selected.contains($0.id) } }
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

    /// The texts of the screen that do not depend on the state.
    package enum Label {
        /// FG-LIST-03: the text if the user has no players.
        package static let noPlayers = "There aren't any players for your user."
        /// The text if nothing could be loaded, because then it is not known whether there are players.
        package static let notLoaded = "The players could not be loaded."
        /// FG-LIST-12: the title of the question before a player is deleted.
        package static let deleteTitle = "Delete player"
        package static let deleteQuestion = "Are you sure you want to delete the selected player?"
        package static let delete = "Delete"
        package static let cancel = GatherScenes.Label.cancel
    }
}
