/// The new value of one field of a form. A control creates it when the user has changed the field.
///
/// ```swift
/// enum Action: Sendable { case edit(FieldChange<Form>), saveTapped }
/// enum Mutation: Sendable { case edited(FieldChange<Form>), saved }
///
/// case .edit(let change): store.execute(.edited(change))    // in the controller
/// case .edited(let change): state.form.apply(change)        // in the store
///
/// scene.execute(.edit(FieldChange(\.title, "Swift")))       // in a front end
/// ```
///
/// It is a value that can be compared, printed (`title = "Swift"`) and encoded (`{"name":"title","value":"Swift"}`).
/// Decoding checks name and value; see ``FieldError``.
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
            DiagnosticReporter.current.report(
                SceneDiagnostic(
                    kind: .other("\(Form.self) does not list the field \(field), which therefore was not changed."),
                    subject: FormField<Form>.isHidden(field) ? nil : value,
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
    ///
    /// - Parameter field: The path to the field.
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
