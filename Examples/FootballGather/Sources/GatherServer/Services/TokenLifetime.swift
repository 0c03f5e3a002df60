import Foundation

/// FG-API-M2, D18: a token that was not used for thirty days is not accepted any more.
enum TokenLifetime {
    private static let day = 24 * 60 * 60
    static var now: Int { Int(Date().timeIntervalSince1970) }

    /// The time since which a token must have been used, in seconds since 1970.
    static var limit: Int { now - 30 * day }

    /// Whether a use has to be written down. Once a day is enough, so that reading the players does not write.
    static func isOld(_ lastUse: Int) -> Bool { lastUse < now - day }

    /// Removes the tokens of all users that have expired. The tokens of an earlier version of the tables begin now.
    static func begin(_ connection: any Connection) throws {
        try connection.run("UPDATE tokens SET used_at = $1 WHERE used_at = 0", .integer(now))
        try connection.run("DELETE FROM tokens WHERE used_at <= $1", .integer(limit))
    }
}
