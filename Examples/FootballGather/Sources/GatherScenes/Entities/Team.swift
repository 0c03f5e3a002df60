/// FG-MOD-06: where a player is before a gather, in the order of the sections.
package enum Team: Int, Sendable, Codable, CaseIterable {
    case bench, teamA, teamB

    /// FG-NET-10, FG-GATHER-06: the server's name for the team. It is not for people, so it stays as it is in every language.
    package var serverName: String {
        switch self {
        case .bench: "Bench"
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}

/// FG-MOD-07: a player of one of the two teams.
package struct TeamPlayer: Sendable, Equatable, Codable {
    package let team: Team
    package let player: Player

    package init(_ player: Player, in team: Team) {
        self.team = team
        self.player = player
    }
}

/// FG-MOD-07: a match that is played.
package struct GatherModel: Sendable, Equatable, Codable {
    /// FG-NET-07: a UUID, upper-case.
    package let id: String
    /// All of Team A, then all of Team B.
    package let players: [TeamPlayer]

    package init(id: String, players: [TeamPlayer]) {
        self.id = id
        self.players = players
    }
}

/// FG-CONFIRM-01, FG-GATHER-01: a player as a row of a team.
package struct TeamRow: Sendable, Equatable, Encodable, Identifiable {
    /// The id of the player.
    package let id: Player.ID
    package let name: String
    /// FG-MOD-03: the short form of the position; empty if the position is unknown.
    package let position: String
    /// The position as a word, for those who listen.
    package let positionName: String

    init(_ player: Player) {
        id = player.id
        name = player.name
        position = player.preferredPosition?.acronym ?? ""
        positionName = player.preferredPosition.map(Wording.word) ?? ""
    }
}
