/// One connection to PostgreSQL on a thread of its own. It connects when it is needed, and again when the connection has broken.
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
        // Nothing is read twice.
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
        // The first statement is the one that finds out that the connection has broken.
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

    /// A connection that breaks while it commits leaves open whether it has. So the write is not repeated, and the client is not
    /// told to try again.
    private func commit(_ connection: PostgreSQLConnection) throws {
        do {
            try connection.commit()
        } catch let error as DatabaseError where error.code == .unavailable && !connection.isOpen {
            throw DatabaseError(.failed, "\(error.detail) to COMMIT: it is not known whether it was done")
        }
    }

    /// Runs `body` once more if a connection that was there turns out to be broken: the server may have been started again
    /// meanwhile. A connection that cannot be made is not tried again.
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
