/// Stores all data of the server. The statements are the same for every database.
package protocol Database: Sendable {
    /// Runs statements that change nothing.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value

    /// Runs statements in a transaction. Returns when what they have written is durable.
    ///
    /// - Parameter body: Runs the statements. It is called again if the transaction conflicts with a concurrent one.
    /// - Throws: The error of `body`. Nothing has been written then. If the connection breaks during the commit, the error is
    ///   ``DatabaseError/Code/failed``. Then either everything or nothing has been written.
    @discardableResult func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value)
        async throws -> Value

    /// Closes all connections, after the calls that are running. Later calls throw an error.
    func close() async
}

/// A connection to a database. It is used on one thread only.
package protocol Connection {
    /// Runs one statement.
    ///
    /// - Parameter values: The values for `$1`, `$2`, … in the statement.
    /// - Throws: ``DatabaseError``.
    @discardableResult func run(_ statement: Statement, _ values: Value...) throws -> [Row]
}

/// A statement of SQL. It can only be created from a literal, so text from a client can never become part of a statement.
package struct Statement: ExpressibleByStringLiteral, Sendable {
    package let text: String

    package init(stringLiteral text: StaticString) {
        self.text = text.description
    }

    private init(_ text: String) {
        self.text = text
    }

    /// Returns the statement with one word replaced.
    func spelling(_ word: StaticString, as spelling: StaticString) -> Statement {
        Statement(text.replacing(word.description, with: spelling.description))
    }
}
