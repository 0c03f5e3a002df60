import Foundation

/// FG-API-11 to FG-API-16: the gathers of a user, with their players. A gather of another user counts as not found.
struct Gathers: Sendable {
    let database: any Database

    /// Returns all gathers of a user, in the order of their creation.
    func all(of user: User) async throws -> [GatherEntry] {
        try await database.read { connection in
            try connection.run(
                "SELECT id, score, winner_team FROM gathers WHERE user_number = $1 ORDER BY number",
                .integer(user.number)
            ).map { try GatherEntry($0, of: user) }
        }
    }

    /// - Returns: The id of the new gather.
    func add(to user: User, _ key: IdempotencyKey?) async throws -> String {
        try await database.create(for: user, key) { connection in
            let id = UUID().uuidString
            try connection.run(
                "INSERT INTO gathers (id, user_number) VALUES ($1, $2)", .text(id), .integer(user.number))
            return id
        }
    }

    func end(_ id: String, _ result: GatherResult, of user: User) async throws {
        try result.check()
        try await database.write { connection in
            let rows = try connection.run(
                "UPDATE gathers SET score = $1, winner_team = $2 WHERE id = $3 AND user_number = $4 RETURNING id",
                .text(result.score), .text(result.winnerTeam), .text(id), .integer(user.number))
            if rows.isEmpty { throw Refusal.notFound }
        }
    }

    func delete(_ id: String, of user: User) async throws {
        try await database.write { connection in
            let rows = try connection.run(
                "DELETE FROM gathers WHERE id = $1 AND user_number = $2 RETURNING id", .text(id),
                .integer(user.number))
            if rows.isEmpty { throw Refusal.notFound }
        }
    }

    /// Adds a player to a team. If the player is in the gather already, the team is replaced. So a client that has received no
    /// answer may repeat the request.
    func add(_ player: Int, to id: String, _ choice: TeamChoice, of user: User) async throws {
        try TextLimit.check(choice.team, "team")
        do {
            try await database.write { connection in
                let rows = try connection.run(
                    """
                    INSERT INTO gather_players (gather_number, player_id, team)
                    SELECT gathers.number, players.id, $1 FROM gathers, players
                    WHERE gathers.id = $2 AND gathers.user_number = $3 AND players.id = $4 AND players.user_number = $3
                    ON CONFLICT (gather_number, player_id) DO UPDATE SET team = excluded.team RETURNING player_id
                    """, .text(choice.team), .text(id), .integer(user.number), .integer(player))
                if rows.isEmpty { throw Refusal.notFound }
            }
        } catch let error as DatabaseError where error.code == .nothingReferredTo {
            // The gather or the player was deleted meanwhile.
            throw Refusal.notFound
        }
    }

    /// Returns the players of a gather without their teams, in the order in which they were added.
    func players(of id: String, of user: User) async throws -> [PlayerEntry] {
        try await database.read { connection in
            let own = try connection.run(
                "SELECT number FROM gathers WHERE id = $1 AND user_number = $2", .text(id), .integer(user.number))
            guard let gather = try own.first?.integer(0) else { throw Refusal.notFound }
            return try connection.run(
                """
                SELECT players.id, players.name, players.age, players.skill, players.position, players.favourite_team
                FROM players JOIN gather_players ON gather_players.player_id = players.id
                WHERE gather_players.gather_number = $1 ORDER BY gather_players.number
                """, .integer(gather)
            ).map(PlayerEntry.init)
        }
    }
}
