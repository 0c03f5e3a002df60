import Foundation

/// FG-API-01 to FG-API-05, FG-API-23: users and their tokens.
struct Accounts: Sendable {
    let database: any Database
    let passwords: PasswordHasher

    /// Returns all users, in the order of their registration.
    func all() async throws -> [UserEntry] {
        try await database.read { connection in
            try connection.run("SELECT id, username FROM users ORDER BY number")
                .map { UserEntry(id: try $0.text(0), username: try $0.text(1)) }
        }
    }

    func user(_ id: String) async throws -> UserEntry {
        try await database.read { connection in
            guard let row = try connection.run("SELECT id, username FROM users WHERE id = $1", .text(id)).first else {
                throw Refusal.notFound
            }
            return UserEntry(id: try row.text(0), username: try row.text(1))
        }
    }

    /// - Returns: The id of the new user.
    func register(_ registration: Registration) async throws -> String {
        try registration.check()
        let hash = try await passwords.hash(registration.password)
        let id = UUID().uuidString
        do {
            try await database.write { connection in
                try connection.run(
                    "INSERT INTO users (id, username, password) VALUES ($1, $2, $3)", .text(id),
                    .text(registration.username), .text(hash))
            }
        } catch let error as DatabaseError where error.code == .notUnique {
            throw Refusal.usernameTaken
        }
        return id
    }

    /// Checks the password and creates a token. Earlier tokens stay valid, so a user can be logged in on several devices.
    func logIn(_ username: String, _ password: String) async throws -> LogInAnswer {
        let row = try await database.read { connection in
            try connection.run("SELECT number, id, password FROM users WHERE username = $1", .text(username)).first
        }
        guard try await passwords.isRight(password, for: row?.text(2)), let row else { throw Refusal.notAuthenticated }
        let (number, id, token) = (try row.integer(0), try row.text(1), Token.random())
        do {
            try await database.write { connection in
                try connection.run(
                    "DELETE FROM tokens WHERE user_number = $1 AND used_at <= $2", .integer(number),
                    .integer(TokenLifetime.limit))
                try connection.run(
                    "INSERT INTO tokens (hash, user_number, used_at) VALUES ($1, $2, $3)", .text(token.hash),
                    .integer(number), .integer(TokenLifetime.now))
            }
        } catch let error as DatabaseError where error.code == .nothingReferredTo {
            // The user was deleted meanwhile.
            throw Refusal.notAuthenticated
        }
        return LogInAnswer(token: token.text, userID: id)
    }

    /// Returns the user who has logged in with a token, unless it was revoked or has expired.
    func user(with token: Token) async throws -> User {
        let (user, lastUse) = try await database.read { connection in
            let rows = try connection.run(
                """
                SELECT users.number, users.id, tokens.used_at FROM tokens
                JOIN users ON users.number = tokens.user_number WHERE tokens.hash = $1 AND tokens.used_at > $2
                """, .text(token.hash), .integer(TokenLifetime.limit))
            guard let row = rows.first else { throw Refusal.notAuthenticated }
            return (User(number: try row.integer(0), id: try row.text(1)), try row.integer(2))
        }
        if TokenLifetime.isOld(lastUse) {
            try await database.write { connection in
                try connection.run(
                    "UPDATE tokens SET used_at = $1 WHERE hash = $2", .integer(TokenLifetime.now), .text(token.hash))
            }
        }
        return user
    }

    /// Revokes a token.
    func logOut(_ token: Token) async throws {
        try await database.write { connection in
            try connection.run("DELETE FROM tokens WHERE hash = $1", .text(token.hash))
        }
    }

    /// FG-API-M6: deletes a user, with all tokens, players and gathers of the user.
    func delete(_ user: User) async throws {
        try await database.write { connection in
            try connection.run("DELETE FROM users WHERE number = $1", .integer(user.number))
        }
    }
}

extension Registration {
    /// FG-API-24: applies the rules that the reference app declares. Also refuses names with which nobody could log in.
    fileprivate func check() throws {
        guard !username.isEmpty else { throw Refusal.bad("A username must not be empty.") }
        // FG-NET-08: a login contains the name and the password, separated by the first colon.
        guard !username.utf8.contains(UInt8(ascii: ":")) else {
            throw Refusal.bad("A username must not contain a colon.")
        }
        // PostgreSQL cannot index much longer texts.
        try TextLimit.check(username, "username")
        guard password.count >= 3 else { throw Refusal.bad("A password has at least 3 characters.") }
    }
}
