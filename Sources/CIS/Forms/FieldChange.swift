/// The new value of one field of a form. A control creates it when the user has changed the field.
///
/// It is a value that can be compared, printed (`title = "Swift"`) and encoded (`{"name":"title","value":"Swift"}`).
/// Decoding checks name and value; see ``FieldError``. For its use, see <doc:Forms>.
///
/// The value of a secret field is printed as `<secret>`, in dumps and errors, too: a password with `@Secret` never
/// appears in a log. Its encoded form contains the value, because a host in another language sends it that way. Encode
/// such a change only to send it.
public struct FieldChange<Form: FormFields>: Sendable {
    /// The name of the field, as the form lists it.
    public let name: String
    /// The field with its new value. `nil` if the form does not list the field.
    let setting: (any FieldSetting<Form>)?

    /// Creates a change from a path and the new value.
    ///
    /// - Parameters:
    ///   - field: The path to the field. A field that the form does not list is a programmer error: it is reported to
    ///     the current ``DiagnosticReporter``, and the change has no effect.
    ///   - value: The new value.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Complexity: O(number of fields).
    public init<Value: Codable & Equatable & Sendable>(
        _ field: WritableKeyPath<Form, Value>, _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        guard let known = Form.field(at: field) else {
            name = "\(field)"
            setting = nil
            // Without the value: it may be a secret, which only the list would tell.
            DiagnosticReporter.current.report(
                SceneDiagnostic(
                    kind: .other("\(Form.self) does not list the field \(field), which therefore was not changed."),
                    callSite: CallSite(fileID: fileID, line: line)))
            return
        }
        name = known.name
        setting = Setting(path: FieldPath(path: field), value: value, isSecret: known.isSecret)
    }

    /// Creates a change from a name and a text, for front ends such as a terminal or a web page.
    ///
    /// - Parameters:
    ///   - name: The name of the field, as the form lists it.
    ///   - text: The new value as text, for types that are `LosslessStringConvertible`: strings, numbers, `true` and
    ///     `false`, and your own types.
    /// - Throws: ``FieldError`` if there is no such field, or the text cannot be converted to its type.
    public init(name: String, text: String) throws(FieldError) {
        let field = try Form.field(named: name)
        guard let setting = field.parse(text) else { throw field.error(given: String(reflecting: text)) }
        self.init(name: field.name, setting: setting)
    }

    init(name: String, setting: any FieldSetting<Form>) {
        self.name = name
        self.setting = setting
    }

    /// The new value, if the change concerns the given field.
    public func value<Value>(of field: KeyPath<Form, Value>) -> Value? {
        guard let setting, Form.field(at: field)?.name == name else { return nil }
        return setting.value as? Value
    }
}

extension FieldChange: Equatable {
    /// Whether both set the same field to equal values.
    public static func == (lhs: FieldChange, rhs: FieldChange) -> Bool {
        guard lhs.name == rhs.name else { return false }
        guard let one = lhs.setting, let other = rhs.setting else { return lhs.setting == nil && rhs.setting == nil }
        return one.isEqual(to: other)
    }
}

extension FieldChange: CustomStringConvertible {
    /// Name and value, as in `title = "Swift"`, or `password = <secret>`.
    public var description: String {
        guard let setting else { return "\(name) (not listed)" }
        return "\(name) = \(String(reflecting: setting.shown))"
    }
}

extension FieldChange: CustomReflectable {
    /// Name and value.
    public var customMirror: Mirror {
        Mirror(self, children: setting.map { [(label: name, value: $0.shown)] } ?? [], displayStyle: .struct)
    }
}

extension FieldChange: Codable {
    /// Encodes name and value: `{"name":"title","value":"Swift"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldChangeKey.self)
        try container.encode(name, forKey: .name)
        try setting?.encode(to: &container, hidingSecrets: encoder is any SecretHidingEncoder)
    }

    /// Decodes name and value.
    ///
    /// - Throws: A `DecodingError` with a ``FieldError`` as underlying error, if there is no such field or the value
    ///   has the wrong type. Its text names the field, the expected type and, unless it may be a secret, the actual value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldChangeKey.self)
        let name = try container.decode(String.self, forKey: .name)
        let field: FormField<Form>
        do {
            field = try Form.field(named: name)
        } catch {
            throw container.error(at: .name, because: error)
        }
        guard let setting = try? field.decode(container) else {
            throw container.error(at: .value, because: field.error(given: container.valueAsText))
        }
        self.init(name: name, setting: setting)
    }
}

enum FieldChangeKey: CodingKey {
    case name
    case value
}

extension KeyedDecodingContainer<FieldChangeKey> {
    fileprivate func error(at key: FieldChangeKey, because reason: FieldError) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath + [key], debugDescription: reason.description, underlyingError: reason))
    }

    /// The actual value as text, if it is short.
    fileprivate var valueAsText: String {
        if let text = try? decode(String.self, forKey: .value) { return String(reflecting: text) }
        if let number = try? decode(Int64.self, forKey: .value) { return "\(number)" }
        if let number = try? decode(Double.self, forKey: .value) { return "\(number)" }
        if let flag = try? decode(Bool.self, forKey: .value) { return "\(flag)" }
        if !contains(.value) || (try? decodeNil(forKey: .value)) == true { return "nothing" }
        return "a list or an object"
    }
}

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
    /// What was given instead. For ``Code/noSuchField``: the name. For ``Code/wrongValue``: the value as text, `<secret>`
    /// for a secret field, or `another value`. The latter is used for a field whose type is made neither from a text nor
    /// from a raw value, because a part of it may be a secret; `isSecret: false` shows the value.
    public let given: String

    /// One line that names the field, what was expected, and what was given.
    public var description: String {
        switch code {
        case .noSuchField: "\(form) has no field \(field). It has: \(expected)."
        case .wrongValue: "The field \(field) of \(form) takes \(expected), not \(given)."
        }
    }
}
