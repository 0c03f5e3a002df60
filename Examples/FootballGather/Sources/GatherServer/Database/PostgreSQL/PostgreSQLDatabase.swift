/// A database of PostgreSQL: several connections, each on a thread of its own. Several servers may use it at a time.
///
/// What is durable is what PostgreSQL says: with its own settings, what is on the disk of the server.
package actor PostgreSQLDatabase: Database {
    private let sessions: [PostgreSQLSession]
    private var idle: [PostgreSQLSession]
    private var waiting: [CheckedContinuation<PostgreSQLSession, Never>] = []

    /// Connects, and brings the tables to the present version.
    ///
    /// - Parameters:
    ///   - address: As libpq reads it, such as `postgres://gather@localhost/gather`.
    ///   - connections: How many there are at most.
    /// - Throws: ``DatabaseStartError``.
    package init(_ address: String, connections: Int = 8) async throws {
        let address = try PostgreSQLAddress(address)
        // The first one says what is wrong, in PostgreSQL's words.
        try await Self.check(address)
        sessions = (0..<max(1, connections)).map { _ in PostgreSQLSession(address) }
        idle = sessions
        try await migrate { connection in
            // A large table takes its time, and so does another server that is at it.
            try connection.run("SET LOCAL statement_timeout = 0")
            try connection.run("SET LOCAL lock_timeout = 0")
            // One server at a time. The lock ends with the transaction.
            try connection.run("SELECT pg_advisory_xact_lock(7230412)")
            try Migrations.run(connection, key: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
        }
    }

    @concurrent private static func check(_ address: PostgreSQLAddress) async throws {
        _ = try PostgreSQLConnection(address)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let session = await session()
        defer { give(session) }
        return try await session.read(body)
    }

    @discardableResult package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        let session = await session()
        defer { give(session) }
        return try await session.write(body)
    }

    package func close() async {
        for session in sessions { await session.close() }
    }

    /// The one that was used last, so that few are connected as long as few are needed.
    private func session() async -> PostgreSQLSession {
        if let session = idle.popLast() { return session }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func give(_ session: PostgreSQLSession) {
        guard waiting.isEmpty else { return waiting.removeFirst().resume(returning: session) }
        idle.append(session)
    }
}
