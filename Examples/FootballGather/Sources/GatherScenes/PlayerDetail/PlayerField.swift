/// FG-DETAIL-01: the fields of a player.
package enum PlayerField: String, Sendable, Codable, CaseIterable {
    case name, age, position, skill, team

    /// FG-DETAIL-02: the value as text. Empty if it is unknown.
    package func value(of player: Player) -> String {
        switch self {
        case .name: player.name
        case .age: player.age.map(String.init) ?? ""
        case .position: player.preferredPosition.map(Wording.word) ?? ""
        case .skill: player.skill.map(Wording.word) ?? ""
        case .team: player.favouriteTeam ?? ""
        }
    }

    /// FG-DETAIL-03, FG-EDIT-02: the options to choose from. Empty for a text field.
    package var options: [String] {
        switch self {
        case .name, .age, .team: []
        case .position: Position.allCases.map(Wording.word)
        case .skill: Skill.allCases.map(Wording.word)
        }
    }

    /// FG-EDIT-06: the player with this value in the field.
    ///
    /// - Parameter text: The text of the text field, or the chosen option. nil if no option is chosen; then nothing changes.
    package func setting(_ text: String?, of player: Player) -> Player {
        guard let text else { return player }
        var player = player
        switch self {
        case .name: if !text.isEmpty { player.name = text }
        case .age: player.age = Int(text)
        case .position: player.preferredPosition = Position(rawValue: text.lowercased())
        case .skill: player.skill = Skill(rawValue: text.lowercased())
        case .team: player.favouriteTeam = text
        }
        return player
    }
}
