/// Why a change of a field could not be read.
public struct FieldError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// The form lists no field of that name.
        case noSuchField
        /// The field takes no such value.
        case wrongValue
    }

    /// What is wrong.
    public let code: Code
    /// The type of the form.
    public let form: String
    /// The name of the field, as it was given.
    public let field: String
    /// What would have been right: the names of the fields, or the type of the field's value.
    public let expected: String
    /// What was there instead: the name, or the value as text.
    public let given: String

    /// One line: the field, what it takes, and what it was given.
    public var description: String {
        switch code {
        case .noSuchField: "\(form) has no field \(field). It has: \(expected)."
        case .wrongValue: "The field \(field) of \(form) takes \(expected), not \(given)."
        }
    }
}
