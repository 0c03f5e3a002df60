/// A change of a field that could not be decoded or parsed.
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
    /// The given name of the field.
    public let field: String
    /// What is expected: the names of the fields, or the type of the field's value.
    public let expected: String
    /// The actual name, or the actual value as text.
    public let given: String

    /// One line with the field, the expected and the actual value.
    public var description: String {
        switch code {
        case .noSuchField: "\(form) has no field \(field). It has: \(expected)."
        case .wrongValue: "The field \(field) of \(form) takes \(expected), not \(given)."
        }
    }
}
