/// The location of a database.
package enum DatabaseLocation: Sendable, Equatable {
    /// A file of SQLite.
    case file(String)
    /// An address of PostgreSQL, in the format of libpq. It may contain a password, so it is never shown.
    case postgreSQL(String)

    /// - Parameter text: A file, or an address that begins with `postgres://` or `postgresql://`.
    /// - Throws: ``ServerOptions/Misuse`` for any other address, for `:memory:`, which SQLite would not store in a file, and for
    ///   `file:…`, behind which SQLite would find another file, or none.
    ///   The message does not quote the address, because it may contain a password.
    package init(_ text: String) throws(ServerOptions.Misuse) {
        let isAddress = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        guard !text.utf8.starts(with: "file:".utf8) else {
            throw ServerOptions.Misuse(description: "--database needs a file: write its path without “file:”.")
        }
        guard isAddress || !text.utf8.contains("://".utf8) else {
            throw ServerOptions.Misuse(
                description: "--database needs a file, or an address that begins with postgres:// in small letters.")
        }
        guard text != ":memory:" else {
            throw ServerOptions.Misuse(
                description: "--database needs a file: what is in memory only is lost at the end of the server.")
        }
        self = isAddress ? .postgreSQL(text) : .file(text)
    }

    /// Opens the database, and brings its tables to the current version.
    ///
    /// - Throws: ``DatabaseStartError``.
    package func open() async throws -> any Database {
        switch self {
        case .file(let path): try await SQLiteDatabase(path)
        case .postgreSQL(let address): try await PostgreSQLDatabase(address)
        }
    }
}
