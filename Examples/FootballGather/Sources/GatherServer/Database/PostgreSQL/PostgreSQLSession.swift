/// One connection to PostgreSQL on a thread of its own. It connects when it is first needed, and again if the connection breaks.
actor PostgreSQLSession {
    private let thread = SerialThread("postgresql")
    private let address: PostgreSQLAddress
    private var connection: PostgreSQLConnection?
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ address: PostgreSQLAddress) {
        self.address = address
    }

    func read<Value: Sendable>(_ body: @Sendable (any Connection) throws -> Value) throws -> Value {
        // Without a transaction, because no `body` reads the same data twice.
        try connected { try body($0) }
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

    private func attempt<Value>(_ body: (any Connection) throws -> Value) throws -> Value {
        // If the connection has broken, this first statement detects it, and then runs on a new connection.
        let connection = try connected { connection in
            try connection.run("BEGIN")
            return connection
        }
        do {
            let value = try body(connection)
            try commit(connection)
            return value
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    /// If the connection breaks during the commit, it is not known whether the data was written. So the write is not repeated,
    /// and the answer does not ask the client to try again.
    private func commit(_ connection: PostgreSQLConnection) throws {
        do {
            try connection.commit()
        } catch let error as DatabaseError where error.code == .unavailable && !connection.isOpen {
            throw DatabaseError(.failed, "\(error.detail) to COMMIT: it is not known whether it was done")
        }
    }

    /// Runs `body` once more, on a new connection, if the existing connection has broken: PostgreSQL may have been restarted
    /// meanwhile. If a new connection cannot be opened, this is not tried again.
    private func connected<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
        if let connection, connection.isOpen {
            do {
                return try body(connection)
            } catch let error as DatabaseError where error.code == .unavailable && !connection.isOpen {
                self.connection = nil
            }
        }
        return try body(made())
    }

    private func made() throws -> PostgreSQLConnection {
        guard !isClosed else { throw DatabaseError(.unavailable, "closed") }
        do {
            let made = try PostgreSQLConnection(address)
            connection = made
            return made
        } catch is DatabaseStartError {
            throw DatabaseError(.unavailable, "PostgreSQL cannot be reached")
        }
    }
}
