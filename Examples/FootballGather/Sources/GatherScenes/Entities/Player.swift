/// FG-MOD-01: a player. Two values are the same player if their ids are equal; `==` compares all fields, because a screen has to
/// notice an edit.
package struct Player: Sendable, Equatable, Codable, Identifiable {
    /// The id, which the server assigns.
    package let id: Int
    package var name: String
    package var age: Int?
    package var skill: Skill?
    package var preferredPosition: Position?
    package var favouriteTeam: String?
    /// D19: the version that was loaded, if the server has versions. A change of an older one is refused.
    package var version: Int?

    package init(
        id: Int, name: String, age: Int? = nil, skill: Skill? = nil, preferredPosition: Position? = nil,
        favouriteTeam: String? = nil, version: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.age = age
        self.skill = skill
        self.preferredPosition = preferredPosition
        self.favouriteTeam = favouriteTeam
        self.version = version
    }
}

/// FG-MOD-02: the skills, in this order.
package enum Skill: String, Sendable, Codable, CaseIterable { case beginner, amateur, professional }

/// FG-MOD-02: the positions, in this order.
package enum Position: String, Sendable, Codable, CaseIterable {
    case goalkeeper, defender, midfielder, winger, striker

    /// FG-MOD-03: the short form in a row of a team.
    package var acronym: String {
        switch self {
        case .goalkeeper: "GK"
        case .winger: "W"
        case .striker: "ST"
        case .defender, .midfielder: rawValue.prefix(3).uppercased()
        }
    }
}
