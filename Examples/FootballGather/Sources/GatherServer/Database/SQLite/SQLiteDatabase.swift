/// A database in a file: one connection, on a thread of its own.
///
/// Writes that come while others are being made durable share the next transaction, because a disk confirms only some hundred
/// times a second. One that fails takes back only itself.
package actor SQLiteDatabase: Database {
    /// A write that waits for its transaction.
    private struct Write {
        /// Runs the statements, and returns what to do when they are durable.
        let run: (any Connection) throws -> () -> Void
        let fail: (any Error) -> Void
    }

    private let thread = SerialThread("sqlite")
    private var connection: SQLiteConnection?
    private var writes: [Write] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a file, and brings its tables to the present version.
    ///
    /// - Parameter path: The file of the database. A file that does not exist is created.
    /// - Throws: ``DatabaseStartError``.
    package init(_ path: String) async throws {
        try open(path)
        try await migrate { try Migrations.run($0, key: "INTEGER PRIMARY KEY AUTOINCREMENT") }
    }

    private func open(_ path: String) throws {
        connection = try SQLiteConnection(path)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try body(opened())
    }

    @discardableResult package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            writes.append(
                Write(
                    run: { connection in
                        let value = try body(connection)
                        return { continuation.resume(returning: value) }
                    }, fail: { continuation.resume(throwing: $0) }))
            // It runs after the writes that have come until now.
            if writes.count == 1 { Task { commitWrites() } }
        }
    }

    package func close() async {
        commitWrites()
        connection = nil
    }

    private func opened() throws -> SQLiteConnection {
        guard let connection else { throw DatabaseError(.unavailable, "closed") }
        return connection
    }

    private func commitWrites() {
        let writes = writes
        self.writes = []
        guard !writes.isEmpty else { return }
        do {
            let connection = try opened()
            do {
                try connection.run("BEGIN IMMEDIATE")
                let outcomes = try writes.map { try outcome(of: $0, connection) }
                try connection.run("COMMIT")
                for outcome in outcomes { outcome() }
            } catch {
                // A full disk, for example, has ended the transaction already.
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        } catch {
            for write in writes { write.fail(error) }
        }
    }

    /// - Throws: If the whole transaction is lost.
    private func outcome(of write: Write, _ connection: SQLiteConnection) throws -> () -> Void {
        try connection.run("SAVEPOINT write")
        do {
            let succeed = try write.run(connection)
            try connection.run("RELEASE write")
            return succeed
        } catch {
            try connection.run("ROLLBACK TO write")
            try connection.run("RELEASE write")
            return { write.fail(error) }
        }
    }
}
