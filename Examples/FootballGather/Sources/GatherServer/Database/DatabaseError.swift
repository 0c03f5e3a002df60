/// An error of a statement or of the database. It is safe to log: it never contains a value of a statement or a row.
package struct DatabaseError: Error, CustomStringConvertible, Equatable {
    package enum Code: String, Sendable {
        /// A value that must be unique exists already.
        case notUnique
        /// A row refers to another row that does not exist.
        case nothingReferredTo
        /// A text contains a zero byte, which PostgreSQL cannot store.
        case unstorableText
        /// A row does not have the columns or types that the code expects.
        case unexpectedValue
        /// The database cannot be reached, or is closed.
        case unavailable
        /// The transaction conflicts with a concurrent one, and may be tried again.
        case conflict
        /// Anything else.
        case failed
    }

    package let code: Code
    /// Details, such as the error code of the database.
    package let detail: String

    package init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    package var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue) (\(detail))" }
}

/// The reason why a database cannot be used, in a sentence for the user who starts the server. It does not contain a password.
package struct DatabaseStartError: Error, CustomStringConvertible {
    package let description: String
}
