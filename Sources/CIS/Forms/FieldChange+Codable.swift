extension FieldChange: Codable {
    /// Writes name and value: `{"name":"title","value":"Swift"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldChangeKey.self)
        try container.encode(name, forKey: .name)
        if let setting { try container.encode(setting.value, forKey: .value) }
    }

    /// Reads name and value.
    ///
    /// - Throws: A `DecodingError` whose underlying error is a ``FieldError``, if there is no such field, or it takes no such
    ///   value. Its text names the field, what it takes, and what was there.
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

/// The members of a change that is written down.
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

    /// What is there, if it is short enough to be named.
    fileprivate var valueAsText: String {
        if let text = try? decode(String.self, forKey: .value) { return String(reflecting: text) }
        if let number = try? decode(Int64.self, forKey: .value) { return "\(number)" }
        if let number = try? decode(Double.self, forKey: .value) { return "\(number)" }
        if let flag = try? decode(Bool.self, forKey: .value) { return "\(flag)" }
        if !contains(.value) || (try? decodeNil(forKey: .value)) == true { return "nothing" }
        return "a list or an object"
    }
}
