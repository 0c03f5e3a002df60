import CIS

/// Shows all known properties of a player.
package enum PlayerDetail: SceneDefinition {
    /// What the user, or the screen that edits a field, can do.
    package enum Action: Sendable, Equatable, Codable {
        case rowTapped(PlayerField)  // FG-DETAIL-03
        case changeSent  // D20: the screen above has sent a change
        case playerEdited(Player)  // FG-DETAIL-04
    }

    package enum Mutation: Sendable, Equatable {
        case rowTapped(PlayerField)
        case changeSent
        case playerEdited(Player)
    }

    package enum Output: Sendable, Equatable, Encodable {
        case fieldChosen(PlayerField, of: Player)  // FG-DETAIL-03
        case changeSent  // D20
        case playerEdited(Player)  // FG-DETAIL-04
    }

    package struct State: SceneState, Equatable, Codable {
        package internal(set) var player: Player

        package init(_ player: Player) { self.player = player }

        /// FG-DETAIL-01: the name of the player.
        package var title: String { player.name }

        /// FG-DETAIL-01, FG-DETAIL-02: the fields with their values, in three sections.
        package var sections: [Section] {
            [
                Section(Wording.PlayerDetail.personal, [.name, .age], of: player),
                Section(Wording.PlayerDetail.play, [.position, .skill], of: player),
                Section(Wording.PlayerDetail.likes, [.team], of: player),
            ]
        }
    }

    package struct Section: Sendable, Equatable, Encodable {
        package let title: String
        package let rows: [Row]

        init(_ title: String, _ fields: [PlayerField], of player: Player) {
            self.title = title
            rows = fields.map { field in
                let value = field.value(of: player)
                return Row(field: field, title: field.title, value: value.isEmpty ? Wording.unknown : value)
            }
        }
    }

    package struct Row: Sendable, Equatable, Encodable {
        package let field: PlayerField
        package let title: String
        /// FG-DETAIL-02: the value, or that it is unknown.
        package let value: String
    }
}
