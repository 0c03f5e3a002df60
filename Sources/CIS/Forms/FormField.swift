/// A field of a form that may be changed, with its name. Made with ``FormFields/field(_:_:)``.
public struct FormField<Form: FormFields>: Sendable {
    /// Names the field in texts, in recordings and to hosts that are written in another language.
    public let name: String
    let path: FieldPath<PartialKeyPath<Form>>
    /// Reads a new value from what was written of a change.
    let decode: @Sendable (KeyedDecodingContainer<FieldChangeKey>) throws -> any FieldSetting<Form>
    /// Reads a new value from text.
    let parse: @Sendable (String) -> (any FieldSetting<Form>)?
    private let valueType: any Any.Type

    init<Value: Codable & Equatable & Sendable>(_ name: String, _ path: WritableKeyPath<Form, Value>) {
        let path = FieldPath(path: path)
        self.name = name
        self.path = FieldPath(path: path.path)
        valueType = Value.self
        decode = { change in Setting(path: path, value: try change.decode(Value.self, forKey: .value)) }
        parse = { text in
            guard let type = Value.self as? any LosslessStringConvertible.Type, let value = type.init(text) as? Value
            else { return nil }
            return Setting(path: path, value: value)
        }
    }
}

extension FormField {
    /// What is wrong with a value.
    func error(given: String) -> FieldError {
        FieldError(code: .wrongValue, form: "\(Form.self)", field: name, expected: "\(valueType)", given: given)
    }
}

/// The path to a field.
// Unchecked, because Swift 5 takes no path for Sendable: a path never changes once it is made. What it could carry that does
// is the argument of a subscript, and the path to a field has none.
struct FieldPath<Path>: @unchecked Sendable {
    let path: Path
}

/// A field with its new value.
protocol FieldSetting<Form>: Sendable {
    associatedtype Form
    associatedtype Value: Codable & Equatable & Sendable
    var value: Value { get }
    func set(in form: inout Form)
}

extension FieldSetting {
    /// Whether another sets an equal value.
    func isEqual(to other: any FieldSetting) -> Bool { value == other.value as? Value }
}

struct Setting<Form, Value: Codable & Equatable & Sendable>: FieldSetting {
    let path: FieldPath<WritableKeyPath<Form, Value>>
    let value: Value

    func set(in form: inout Form) { form[keyPath: path.path] = value }
}
