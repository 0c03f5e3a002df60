/// The error if a change of a field cannot be decoded or parsed.
public struct FieldError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: Sendable {
        /// The form lists no field of that name.
        case noSuchField
        /// The value cannot be converted to the field's type.
        case wrongValue
    }

    /// What is wrong.
    public let code: Code
    /// The type of the form.
    public let form: String
    /// The name of the field, as it was given.
    public let field: String
    /// What would have been valid. For ``Code/noSuchField``: the names of all fields that the form lists. For
    /// ``Code/wrongValue``: the type of the field.
    public let expected: String
    /// What was given instead. For ``Code/noSuchField``: the name. For ``Code/wrongValue``: the value, as text.
    public let given: String

    /// One line that names the field, what was expected, and what was given.
    public var description: String {
        switch code {
        case .noSuchField: "\(form) has no field \(field). It has: \(expected)."
        case .wrongValue: "The field \(field) of \(form) takes \(expected), not \(given)."
        }
    }
}
