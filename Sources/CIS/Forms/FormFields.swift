/// The plain fields of a form: a part of the state that controls may change directly, field by field.
///
/// ```swift
/// struct Form: FormFields {
///     var title = ""
///     var isPublic = false
///     static let fields = [field("title", \.title), field("isPublic", \.isPublic)]
/// }
/// ```
///
/// One action and one mutation carry the changes of all of them, as a ``FieldChange``. What is not listed, and all that is
/// outside of the form, is out of reach. Fields that mean more when they change get actions of their own.
///
/// Where the form lies decides who reads it: in the domain state the business rules do, beside it only the front end.
public protocol FormFields: Sendable {
    /// The fields that may be changed. Each name once.
    static var fields: [FormField<Self>] { get }
}

extension FormFields {
    /// Lists a field.
    ///
    /// - Parameters:
    ///   - name: Names the field in texts, in recordings and to hosts that are written in another language. Keep it when the
    ///     property is renamed.
    ///   - path: The path to the field.
    public static func field<Value: Codable & Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Self, Value>
    ) -> FormField<Self> {
        FormField(name, path)
    }

    /// Changes one field.
    ///
    /// - Parameter change: The field and its new value.
    public mutating func apply(_ change: FieldChange<Self>) {
        change.setting?.set(in: &self)
    }

    /// The listed field that a path leads to.
    static func field(at path: PartialKeyPath<Self>) -> FormField<Self>? {
        fields.first { $0.path.path == path }
    }

    /// The listed field with a name.
    static func field(named name: String) throws(FieldError) -> FormField<Self> {
        let known = fields
        guard let field = known.first(where: { $0.name == name }) else {
            throw FieldError(
                code: .noSuchField, form: "\(Self.self)", field: name,
                expected: known.map(\.name).joined(separator: ", "), given: name)
        }
        return field
    }
}
