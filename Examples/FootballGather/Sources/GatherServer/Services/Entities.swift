import Foundation

/// FG-API-M1: a user that everybody can see.
package struct UserEntry: Encodable, Sendable, Equatable {
    package var id: String
    package var username: String
}

/// FG-API-03: a request to register. The password is the text that the client sends, which may be a hash.
package struct Registration: Decodable, Sendable {
    package var username: String
    package var password: String
}

/// FG-API-04.
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

/// FG-MOD-02.
package enum Skill: String, Codable, Sendable { case beginner, amateur, professional }

/// FG-MOD-02.
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

/// FG-API-06, FG-API-M3: a player as a client gets it. What is nil is omitted.
package struct PlayerEntry: Encodable, Sendable {
    package var id: Int
    package var name: String
    package var age: Int?
    package var skill: String?
    package var preferredPosition: String?
    package var favouriteTeam: String?

    /// The columns that ``init(_:)`` reads, in this order: id, name, age, skill, position, favourite_team.
    init(_ row: Row) throws {
        id = try row.integer(0)
        name = try row.text(1)
        age = try row.optionalInteger(2)
        skill = try row.optionalText(3)
        preferredPosition = try row.optionalText(4)
        favouriteTeam = try row.optionalText(5)
    }
}

/// FG-API-11, FG-API-M4. What is nil is omitted.
package struct GatherEntry: Encodable, Sendable {
    package var id: String
    package var userId: String
    package var score: String?
    package var winnerTeam: String?

    /// The columns are id, score, winner_team.
    init(_ row: Row, of user: User) throws {
        id = try row.text(0)
        userId = user.id
        score = try row.optionalText(1)
        winnerTeam = try row.optionalText(2)
    }
}

/// FG-API-13: both are there, and may be empty.
package struct GatherResult: Decodable, Sendable {
    package var score: String
    package var winnerTeam: String

    func check() throws {
        try TextLimit.check(score, "score")
        try TextLimit.check(winnerTeam, "winner")
    }
}

/// FG-API-15.
package struct TeamChoice: Decodable, Sendable {
    package var team: String
}
