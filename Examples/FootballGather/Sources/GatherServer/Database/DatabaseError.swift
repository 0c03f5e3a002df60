/// What is wrong with a statement. It never has a value of a statement or of a row: it may be logged.
package struct DatabaseError: Error, CustomStringConvertible, Equatable {
    package enum Code: String, Sendable {
        /// The same value is there already, where it may be only once.
        case notUnique
        /// What a row refers to is not there.
        case nothingReferredTo
        /// A text has a zero byte, which PostgreSQL cannot keep.
        case unstorableText
        /// A row is not as the statement that reads it expects.
        case unexpectedValue
        /// The database cannot be reached, or is closed.
        case unavailable
        /// The transaction could not be finished beside another one, and may be tried again.
        case conflict
        /// Anything else.
        case failed
    }

    package let code: Code
    /// The code of the database itself.
    package let detail: String

    package init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    package var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue) (\(detail))" }
}

/// Why a database cannot be used, in a sentence for who starts the server. It has no password.
package struct DatabaseStartError: Error, CustomStringConvertible {
    package let description: String
}
