/// FG-API-06 to FG-API-10: the players of a user. A player of another user counts as not found.
struct Players: Sendable {
    let database: any Database

    /// Returns all players of a user, in the order in which they were added.
    ///
    /// - Parameter hasVersions: D19: whether each has its version.
    func all(of user: User, hasVersions: Bool = false) async throws -> [PlayerEntry] {
        try await database.read { connection in
            try connection.run(
                """
                SELECT id, name, age, skill, position, favourite_team, version FROM players
                WHERE user_number = $1 ORDER BY id
                """, .integer(user.number)
            ).map { row in
                var player = try PlayerEntry(row)
                if !hasVersions { player.version = nil }
                return player
            }
        }
    }

    /// D19: returns one player, with the version.
    func player(_ id: Int, of user: User) async throws -> PlayerEntry {
        try await database.read { connection in
            let rows = try connection.run(
                """
                SELECT id, name, age, skill, position, favourite_team, version FROM players
                WHERE id = $1 AND user_number = $2
                """, .integer(id), .integer(user.number))
            guard let row = rows.first else { throw Refusal.notFound }
            return try PlayerEntry(row)
        }
    }

    /// - Returns: The id of the new player.
    func add(_ fields: PlayerFields, to user: User, _ key: IdempotencyKey?) async throws -> String {
        try fields.check()
        return try await database.create(for: user, key) { connection in
            let rows = try connection.run(
                """
                INSERT INTO players (user_number, name, age, skill, position, favourite_team)
                VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
                """, .integer(user.number), .text(fields.name), .integer(fields.age), .text(fields.skill?.rawValue),
                .text(fields.preferredPosition?.rawValue), .text(fields.favouriteTeam))
            guard let row = rows.first else { throw DatabaseError(.unexpectedValue) }
            return try "\(row.integer(0))"
        }
    }

    /// Replaces all fields of a player, including those that are nil.
    ///
    /// - Parameter versions: D19: the versions of which one must be the present one; nil for any.
    /// - Returns: The new version.
    func replace(
        _ id: Int, with fields: PlayerFields, of user: User, ifVersion versions: [Int]? = nil
    ) async throws -> Int {
        try fields.check()
        return try await database.write { connection in
            // The version is compared by the statement that changes it, so two changes at the same time cannot both find it.
            for version in versions?.map(Optional.some) ?? [nil] {
                let rows = try connection.run(
                    """
                    UPDATE players SET name = $1, age = $2, skill = $3, position = $4, favourite_team = $5,
                    version = version + 1
                    WHERE id = $6 AND user_number = $7 AND version = COALESCE($8, version) RETURNING version
                    """, .text(fields.name), .integer(fields.age), .text(fields.skill?.rawValue),
                    .text(fields.preferredPosition?.rawValue), .text(fields.favouriteTeam), .integer(id),
                    .integer(user.number), .integer(version))
                if let row = rows.first { return try row.integer(0) }
            }
            let rows = try connection.run(
                "SELECT id FROM players WHERE id = $1 AND user_number = $2", .integer(id), .integer(user.number))
            throw rows.isEmpty ? Refusal.notFound : .stale
        }
    }

    func delete(_ id: Int, of user: User) async throws {
        try await database.write { connection in
            let rows = try connection.run(
                "DELETE FROM players WHERE id = $1 AND user_number = $2 RETURNING id", .integer(id),
                .integer(user.number))
            if rows.isEmpty { throw Refusal.notFound }
        }
    }

    /// Returns the gathers of a player, in the order of their creation.
    func gathers(of id: Int, of user: User) async throws -> [GatherEntry] {
        try await database.read { connection in
            let own = try connection.run(
                "SELECT id FROM players WHERE id = $1 AND user_number = $2", .integer(id), .integer(user.number))
            if own.isEmpty { throw Refusal.notFound }
            return try connection.run(
                """
                SELECT gathers.id, gathers.score, gathers.winner_team FROM gathers
                JOIN gather_players ON gather_players.gather_number = gathers.number
                WHERE gather_players.player_id = $1 ORDER BY gathers.number
                """, .integer(id)
            ).map { try GatherEntry($0, of: user) }
        }
    }
}

extension Database {
    /// Writes rows that refer to the user of the request.
    ///
    /// - Throws: ``Refusal/notAuthenticated`` if the user was deleted after the token was checked.
    @discardableResult func write<Value: Sendable>(
        for user: User, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        do {
            return try await write(body)
        } catch let error as DatabaseError where error.code == .nothingReferredTo {
            throw Refusal.notAuthenticated
        }
    }
}
