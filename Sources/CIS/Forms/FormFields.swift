/// A part of the state with fields that controls may change directly.
///
/// ```swift
/// struct Form: FormFields {
///     var title = ""
///     var isPublic = false
///     static let fields = [field("title", \.title), field("isPublic", \.isPublic)]
/// }
/// ```
///
/// One action and one mutation carry the changes of all fields, as a ``FieldChange``. Fields that are not listed, and
/// everything outside of the form, cannot be changed this way. If changing a field should do more than set its value,
/// give it an action of its own instead.
///
/// A form in the domain state is visible to the business rules. A form beside it is visible only to the front end.
public protocol FormFields: Sendable {
    /// The fields that may be changed. Names must be unique.
    static var fields: [FormField<Self>] { get }
}

extension FormFields {
    /// Lists a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field in texts, in recordings and for hosts in other languages. Keep it when the
    ///     property is renamed.
    ///   - path: The path to the field.
    ///   - isSecret: Whether texts, dumps, logs and errors show `<secret>` instead of a new value of the field. If it is
    ///     omitted, a stored property without a wrapper is shown, and every other one is secret: one with `@Secret` of
    ///     `CISWorkers`, and also one with another wrapper, with observers, or that is computed. Encoding always
    ///     contains the value.
    public static func field<Value: Codable & Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Self, Value>, isSecret: Bool? = nil
    ) -> FormField<Self> {
        FormField(name, path, isSecret: isSecret)
    }

    /// Changes one field.
    ///
    /// - Parameter change: The field and its new value.
    public mutating func apply(_ change: FieldChange<Self>) {
        change.setting?.set(in: &self)
    }

    /// The listed field with a path.
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
