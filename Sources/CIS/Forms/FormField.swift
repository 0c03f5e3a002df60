/// A field that controls may change, with its name. Created with ``FormFields/field(_:_:isSecret:)``.
public struct FormField<Form: FormFields>: Sendable {
    /// The name of the field in texts, in recordings and for hosts in other languages.
    public let name: String
    let path: FieldPath<PartialKeyPath<Form>>
    let decode: @Sendable (KeyedDecodingContainer<FieldChangeKey>) throws -> any FieldSetting<Form>
    let parse: @Sendable (String) -> (any FieldSetting<Form>)?
    private let valueType: any Any.Type
    /// Whether texts, mirrors and errors must not show the value.
    let isSecret: Bool
    /// Whether an error shows a wrong value. A part of a structure, a list or an optional may be a secret, which its type
    /// does not tell.
    private let showsWrongValue: Bool

    init<Value: Codable & Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Form, Value>, isSecret: Bool?
    ) {
        let isShown = isSecret == false
        let isSecret = isSecret ?? (Self.isHidden(path) || Value.self is any SecretValue.Type)
        self.isSecret = isSecret
        let isText = Value.self is any LosslessStringConvertible.Type || Value.self is any RawRepresentable.Type
        showsWrongValue = isShown || isText && !isSecret
        let path = FieldPath(path: path)
        self.name = name
        self.path = FieldPath(path: path.path)
        valueType = Value.self
        decode = { change in
            Setting(path: path, value: try change.decode(Value.self, forKey: .value), isSecret: isSecret)
        }
        parse = { text in
            guard let type = Value.self as? any LosslessStringConvertible.Type, let value = type.init(text) as? Value
            else { return nil }
            return Setting(path: path, value: value, isSecret: isSecret)
        }
    }
}

extension FormField {
    func error(given: String) -> FieldError {
        FieldError(
            code: .wrongValue, form: "\(Form.self)", field: name, expected: "\(valueType)",
            given: showsWrongValue ? given : isSecret ? secretMask : "another value")
    }

    /// Whether a property is computed or has a wrapper, such as `@Secret` of `CISWorkers`. Nothing shows which wrapper
    /// it is, so each counts as a secret.
    private static func isHidden<Value>(_ path: KeyPath<Form, Value>) -> Bool {
        MemoryLayout<Form>.offset(of: path) == nil
    }
}

// Unchecked because `WritableKeyPath` is not `Sendable`. A key path never changes; only arguments of subscripts could,
// and the path to a field has none.
struct FieldPath<Path>: @unchecked Sendable {
    let path: Path
}

/// A field with its new value.
protocol FieldSetting<Form>: Sendable {
    associatedtype Form
    associatedtype Value: Codable & Equatable & Sendable
    var value: Value { get }
    var isSecret: Bool { get }
    func set(in form: inout Form)
}

extension FieldSetting {
    /// The value, or what stands for it where it must not be shown.
    var shown: any Sendable { isSecret ? SecretMask<Value>() : value }

    /// Encodes the value, or that it is secret if the encoder's result is shown.
    func encode(to container: inout KeyedEncodingContainer<FieldChangeKey>, hidingSecrets: Bool) throws {
        if isSecret && hidingSecrets {
            try container.encode(SecretMask<Value>(), forKey: .value)
        } else {
            try container.encode(value, forKey: .value)
        }
    }

    func isEqual(to other: any FieldSetting) -> Bool { value == other.value as? Value }
}

struct Setting<Form, Value: Codable & Equatable & Sendable>: FieldSetting {
    let path: FieldPath<WritableKeyPath<Form, Value>>
    let value: Value
    let isSecret: Bool

    func set(in form: inout Form) {
        guard pathKind(of: path.path) != PathKind.unreadable else {
            return DiagnosticReporter.current.report(
                SceneDiagnostic(
                    kind: .unreadable("A field of \(Form.self) is not changed", "Use a stored property instead.")))
        }
        // The user may have changed a part of the form that has gone meanwhile.
        if !isGone(path.path, in: form) { form[keyPath: path.path] = value }
    }
}

/// A type whose values must not be shown.
package protocol SecretValue {}
extension Optional: SecretValue where Wrapped: SecretValue {}
extension Array: SecretValue where Element: SecretValue {}
extension Dictionary: SecretValue where Value: SecretValue {}

/// What is shown instead of the value of a secret field.
let secretMask = "<secret>"

/// An encoder whose result is shown. It never encodes a ``SecretValue``.
package protocol SecretHidingEncoder: Encoder {}

/// Stands for the value of a secret field in a mirror and for a ``SecretHidingEncoder``.
private struct SecretMask<Value>: Encodable, Sendable, SecretValue, CustomDebugStringConvertible, CustomReflectable {
    func encode(to encoder: any Encoder) throws {}
    var debugDescription: String { secretMask }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A part of the state with fields that controls may change directly.
///
/// One action and one mutation carry the changes of all fields, as a ``FieldChange``; see <doc:Forms>. Fields that are
/// not listed, and everything outside of the form, cannot be changed this way. If changing a field should do more than
/// set its value, give it an action of its own instead.
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

    /// Changes one field. Does nothing if the path to the field contains an index or a forced optional that is not there.
    /// If that cannot be checked, because it is behind a computed property of yours, this is reported instead.
    public mutating func apply(_ change: FieldChange<Self>) {
        change.setting?.set(in: &self)
    }

    static func field(at path: PartialKeyPath<Self>) -> FormField<Self>? {
        fields.first { $0.path.path == path }
    }

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
