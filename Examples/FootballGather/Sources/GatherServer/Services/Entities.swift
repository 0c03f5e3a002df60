import Foundation

/// FG-API-M1: the part of a user that everybody can see.
package struct UserEntry: Encodable, Sendable, Equatable {
    package var id: String
    package var username: String
}

/// FG-API-03: a request to register. The password is the text that the client sends, which may be a hash.
package struct Registration: Decodable, Sendable {
    package var username: String
    package var password: String
}

/// FG-API-04: the answer to a login.
package struct LogInAnswer: Encodable, Sendable {
    package var token: String
    package var userID: String
}

/// A user who has logged in.
package struct User: Sendable, Equatable {
    /// The key in the database.
    package var number: Int
    package var id: String
}

/// FG-MOD-02: the skills of players.
package enum Skill: String, Codable, Sendable { case beginner, amateur, professional }

/// FG-MOD-02: the positions of players.
package enum Position: String, Codable, Sendable { case goalkeeper, defender, midfielder, winger, striker }

/// FG-API-07: a player as a client sends it.
package struct PlayerFields: Decodable, Sendable {
    package var name: String
    package var age: Int?
    package var skill: Skill?
    package var preferredPosition: Position?
    package var favouriteTeam: String?

    func check() throws {
        try TextLimit.check(name, "name")
        try TextLimit.check(favouriteTeam, "favourite team")
    }
}

/// FG-API-06, FG-API-M3: a player as the server sends it. A value that is nil is omitted.
package struct PlayerEntry: Encodable, Sendable {
    package var id: Int
    package var name: String
    package var age: Int?
    package var skill: String?
    package var preferredPosition: String?
    package var favouriteTeam: String?
    /// D19: how many changes the player has had, counted from 1; nil where nobody has asked for it.
    package var version: Int?

    /// - Parameter row: The columns id, name, age, skill, position and favourite_team, in this order. The version may follow.
    init(_ row: Row) throws {
        id = try row.integer(0)
        name = try row.text(1)
        age = try row.optionalInteger(2)
        skill = try row.optionalText(3)
        preferredPosition = try row.optionalText(4)
        favouriteTeam = try row.optionalText(5)
        version = row.values.count > 6 ? try row.integer(6) : nil
    }
}

/// FG-API-11, FG-API-M4: a gather as the server sends it. A value that is nil is omitted.
package struct GatherEntry: Encodable, Sendable {
    package var id: String
    package var userId: String
    package var score: String?
    package var winnerTeam: String?

    /// - Parameter row: The columns id, score and winner_team, in this order.
    init(_ row: Row, of user: User) throws {
        id = try row.text(0)
        userId = user.id
        score = try row.optionalText(1)
        winnerTeam = try row.optionalText(2)
    }
}

/// FG-API-13: the result of a gather. Both texts are required, and may be empty.
package struct GatherResult: Decodable, Sendable {
    package var score: String
    package var winnerTeam: String

    func check() throws {
        try TextLimit.check(score, "score")
        try TextLimit.check(winnerTeam, "winner")
    }
}

/// FG-API-15: the team to which a player is added.
package struct TeamChoice: Decodable, Sendable {
    package var team: String
}
