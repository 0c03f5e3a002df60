/// A database of PostgreSQL, with several connections, each on a thread of its own. Several servers may use it at the same time.
///
/// A write is durable when PostgreSQL says so. With PostgreSQL's default settings, it is then on the disk of its machine.
package actor PostgreSQLDatabase: Database {
    private let sessions: [PostgreSQLSession]
    private var idle: [PostgreSQLSession]
    private var waiting: [CheckedContinuation<PostgreSQLSession, Never>] = []

    /// Connects, and brings the tables to the current version.
    ///
    /// - Parameters:
    ///   - address: The address, in the format of libpq, such as `postgres://gather@localhost/gather`.
    ///   - connections: The maximum number of connections.
    /// - Throws: ``DatabaseStartError``.
    package init(_ address: String, connections: Int = 8) async throws {
        let address = try PostgreSQLAddress(address)
        // If this first connection fails, the error contains PostgreSQL's own message.
        try await Self.check(address)
        sessions = (0..<max(1, connections)).map { _ in PostgreSQLSession(address) }
        idle = sessions
        try await migrate { connection in
            // It may take long to change a large table, or to wait for another server that changes it.
            try connection.run("SET LOCAL statement_timeout = 0")
            try connection.run("SET LOCAL lock_timeout = 0")
            // Only one server may change the tables at a time. The lock ends with the transaction.
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

    /// Returns the idle session that was used last, so that no more sessions connect than are needed.
    private func session() async -> PostgreSQLSession {
        if let session = idle.popLast() { return session }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func give(_ session: PostgreSQLSession) {
        guard waiting.isEmpty else { return waiting.removeFirst().resume(returning: session) }
        idle.append(session)
    }
}
