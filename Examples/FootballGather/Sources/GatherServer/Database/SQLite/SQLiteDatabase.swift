/// A database in a file, with one connection on a thread of its own.
///
/// A disk confirms only some hundred writes per second. So all writes that arrive while a transaction is written to the disk
/// share the next transaction. If one of them fails, only its own changes are rolled back.
package actor SQLiteDatabase: Database {
    /// A write that waits for the next transaction.
    private struct Write {
        /// Runs the statements. Returns a function to call when they are durable.
        let run: (any Connection) throws -> () -> Void
        let fail: (any Error) -> Void
    }

    private let thread = SerialThread("sqlite")
    private var connection: SQLiteConnection?
    private var writes: [Write] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a file, and brings its tables to the current version.
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
            // The task runs after the jobs that are waiting for the actor now, so their writes are in the same transaction.
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
                // This fails if the error, such as a full disk, has already ended the transaction.
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        } catch {
            for write in writes { write.fail(error) }
        }
    }

    /// Runs one write inside the transaction. If it fails, only its own changes are rolled back.
    ///
    /// - Returns: A function to call after the commit. It reports the result of the write.
    /// - Throws: An error if the whole transaction has failed.
    private func outcome(of write: Write, _ connection: SQLiteConnection) throws -> () -> Void {
        try connection.run("SAVEPOINT write")
        do {
            let succeed = try write.run(connection)
            try connection.run("RELEASE write")
            return succeed
        } catch {
            // A full disk, for example, has ended the whole transaction already. Then it is the reason to report.
            guard (try? connection.run("ROLLBACK TO write")) != nil else { throw error }
            try connection.run("RELEASE write")
            return { write.fail(error) }
        }
    }
}
