import GatherScenes

/// FG-MOD-04: a player as the server sends it. Other keys are ignored.
struct PlayerAnswer: Decodable, Sendable {
    var id: Int
    var name: String
    var age: Int?
    var skill: String?
    var preferredPosition: String?
    var favouriteTeam: String?
    /// D19
    var version: Int?

    /// An unknown skill or position counts as missing.
    var player: Player {
        Player(
            id: id, name: name, age: age, skill: skill.flatMap(Skill.init), preferredPosition: position,
            favouriteTeam: favouriteTeam, version: version)
    }

    private var position: Position? { preferredPosition.flatMap(Position.init) }
}

/// FG-MOD-05: a player as it is sent to the server. A value that is nil is omitted.
struct PlayerBody: Encodable, Sendable {
    var name: String
    var age: Int?
    var skill: Skill?
    var preferredPosition: Position?
    var favouriteTeam: String?
}

extension PlayerBody {
    init(_ player: Player) {
        self.init(
            name: player.name, age: player.age, skill: player.skill, preferredPosition: player.preferredPosition,
            favouriteTeam: player.favouriteTeam)
    }
}

/// FG-MOD-08: a value that is nil is omitted, so a new gather is `{}`.
struct GatherBody: Encodable, Sendable {
    var score: String?
    var winnerTeam: String?
}

/// FG-NET-10: the team to which a player is added.
struct TeamBody: Encodable, Sendable {
    var team: String
}

/// FG-NET-09: a new user.
struct UserBody: Encodable, Sendable {
    var username: String
    var password: String
}

/// FG-NET-08: other keys are ignored.
struct TokenAnswer: Decodable, Sendable {
    var token: String
}
