/// One connection to PostgreSQL on a thread of its own. It connects when it is needed, and again when the connection has broken.
actor PostgreSQLSession {
    private let thread = SerialThread("postgresql")
    private let address: String
    private var connection: PostgreSQLConnection?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ address: String) {
        self.address = address
    }

    func read<Value: Sendable>(_ body: @Sendable (any Connection) throws -> Value) throws -> Value {
        do {
            return try body(opened())
        } catch let error as DatabaseError where error.code == .unavailable && !isClosed {
            // The server may have been started again meanwhile, and nothing is read twice.
            return try body(opened())
        }
    }

    func write<Value: Sendable>(_ body: @Sendable (any Connection) throws -> Value) throws -> Value {
        for _ in 1..<Self.attempts {
            do {
                return try attempt(body)
            } catch let error as DatabaseError where error.code == .conflict {
                continue
            }
        }
        return try attempt(body)
    }

    func close() {
        connection = nil
        isClosed = true
    }

    private static let attempts = 5

    /// A connection that breaks while it commits leaves open whether it has. So a write is not repeated then.
    private func attempt<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        let connection = try begun()
        do {
            let value = try body(connection)
            try connection.run("COMMIT")
            return value
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// A connection in a transaction. The first statement is the one that finds out that the connection has broken.
    private func begun() throws -> PostgreSQLConnection {
        do {
            let connection = try opened()
            try connection.run("BEGIN")
            return connection
        } catch let error as DatabaseError where error.code == .unavailable && !isClosed {
            let connection = try opened()
            try connection.run("BEGIN")
            return connection
        }
    }

    private func opened() throws -> PostgreSQLConnection {
        guard !isClosed else { throw DatabaseError(.unavailable, "closed") }
        if let connection, connection.isOpen { return connection }
        do {
            let made = try PostgreSQLConnection(address)
            connection = made
            return made
        } catch is DatabaseStartError {
            throw DatabaseError(.unavailable, "PostgreSQL cannot be reached")
        }
    }
}
