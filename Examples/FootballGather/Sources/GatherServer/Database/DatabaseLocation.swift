/// Where a database is.
package enum DatabaseLocation: Sendable, Equatable {
    /// A file of SQLite.
    case file(String)
    /// An address of PostgreSQL, as libpq reads it. It may have a password, so it is never shown.
    case postgreSQL(String)

    /// - Parameter text: A file, or an address that begins with `postgres://` or `postgresql://`.
    package init(_ text: String) {
        let isAddress = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        self = isAddress ? .postgreSQL(text) : .file(text)
    }

    /// Opens the database, and brings its tables to the present version.
    ///
    /// - Throws: ``DatabaseStartError``.
    package func open() async throws -> any Database {
        switch self {
        case .file(let path): try await SQLiteDatabase(path)
        case .postgreSQL(let address): try await PostgreSQLDatabase(address)
        }
    }
}
