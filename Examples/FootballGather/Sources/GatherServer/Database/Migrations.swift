/// Creates the tables. Each list of statements changes them from one version to the next. A published list is never changed.
///
/// `AUTOKEY` stands for a key that the database assigns. It is larger than all earlier keys, even those of deleted rows.
enum Migrations {
    static let all: [[Statement]] = [
        [
            """
            CREATE TABLE users (
                number AUTOKEY, id TEXT NOT NULL UNIQUE, username TEXT NOT NULL UNIQUE, password TEXT NOT NULL)
            """,
            """
            CREATE TABLE tokens (
                hash TEXT NOT NULL PRIMARY KEY,
                user_number BIGINT NOT NULL REFERENCES users (number) ON DELETE CASCADE)
            """,
            "CREATE INDEX tokens_user ON tokens (user_number)",
            """
            CREATE TABLE players (
                id AUTOKEY, user_number BIGINT NOT NULL REFERENCES users (number) ON DELETE CASCADE,
                name TEXT NOT NULL, age BIGINT, skill TEXT, position TEXT, favourite_team TEXT)
            """,
            "CREATE INDEX players_user ON players (user_number)",
            """
            CREATE TABLE gathers (
                number AUTOKEY, id TEXT NOT NULL UNIQUE,
                user_number BIGINT NOT NULL REFERENCES users (number) ON DELETE CASCADE,
                score TEXT, winner_team TEXT)
            """,
            "CREATE INDEX gathers_user ON gathers (user_number)",
            """
            CREATE TABLE gather_players (
                number AUTOKEY, gather_number BIGINT NOT NULL REFERENCES gathers (number) ON DELETE CASCADE,
                player_id BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
                team TEXT NOT NULL, UNIQUE (gather_number, player_id))
            """,
            "CREATE INDEX gather_players_player ON gather_players (player_id)",
        ],
        [
            """
            CREATE TABLE idempotency_keys (
                user_number BIGINT NOT NULL REFERENCES users (number) ON DELETE CASCADE, key_text TEXT NOT NULL,
                digest TEXT NOT NULL, created_id TEXT NOT NULL, used_at BIGINT NOT NULL,
                PRIMARY KEY (user_number, key_text))
            """,
            "CREATE INDEX idempotency_keys_age ON idempotency_keys (user_number, used_at)",
        ],
        [
            "ALTER TABLE players ADD COLUMN version BIGINT NOT NULL DEFAULT 1",
            // 0 until the server has set the time of its start.
            "ALTER TABLE tokens ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0",
        ],
    ]

    /// Brings the tables to the current version, within the transaction of the caller. Removes the rows that are too old to be used.
    ///
    /// - Parameter key: The SQL of the database for `AUTOKEY`.
    /// - Throws: ``DatabaseStartError`` if this server does not know the version of the tables.
    static func run(_ connection: any Connection, key: StaticString) throws {
        try connection.run("CREATE TABLE IF NOT EXISTS migrations (version BIGINT NOT NULL PRIMARY KEY)")
        let version = try connection.run("SELECT MAX(version) FROM migrations").first?.optionalInteger(0) ?? 0
        guard (0...all.count).contains(version) else {
            throw DatabaseStartError(
                description: "The tables are of version \(version), and this server knows 0 to \(all.count). "
                    + "Start the server that made them.")
        }
        for (index, statements) in all.enumerated().dropFirst(version) {
            for statement in statements { try connection.run(statement.spelling("AUTOKEY", as: key)) }
            try connection.run("INSERT INTO migrations (version) VALUES ($1)", .integer(index + 1))
        }
        try IdempotencyKey.removeOld(connection)
        try TokenLifetime.begin(connection)
    }
}

extension Database {
    /// Brings the tables to the current version.
    ///
    /// - Throws: ``DatabaseStartError``.
    func migrate(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        do {
            try await write(body)
        } catch let error as DatabaseError {
            throw DatabaseStartError(
                description: "The tables of the database cannot be brought to the present version: \(error).")
        }
    }
}
