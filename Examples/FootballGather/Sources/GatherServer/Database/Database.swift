/// Where the server keeps everything. The statements are the same for every database.
package protocol Database: Sendable {
    /// Runs statements that change nothing.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value

    /// Runs statements in a transaction. Returns when what they have written is durable.
    ///
    /// - Parameter body: May be called again, when the database could not finish it beside another transaction.
    /// - Throws: What `body` throws. Nothing has been written then. If the connection broke at the very end, the error is
    ///   ``DatabaseError/Code/failed``, and everything or nothing has been written.
    @discardableResult func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value)
        async throws -> Value

    /// Closes all connections, after what runs. Whatever comes later throws.
    func close() async
}

/// A connection to a database, on the thread that it belongs to.
package protocol Connection {
    /// Runs one statement.
    ///
    /// - Parameter values: One for each of `$1`, `$2`, … of the statement.
    /// - Throws: ``DatabaseError``.
    @discardableResult func run(_ statement: Statement, _ values: Value...) throws -> [Row]
}

/// A statement of SQL. It can only be made of a literal, so no text of a client can ever become a part of one.
package struct Statement: ExpressibleByStringLiteral, Sendable {
    package let text: String

    package init(stringLiteral text: StaticString) {
        self.text = text.description
    }

    private init(_ text: String) {
        self.text = text
    }

    /// The same with another spelling of some word.
    func spelling(_ word: StaticString, as spelling: StaticString) -> Statement {
        Statement(text.replacing(word.description, with: spelling.description))
    }
}
