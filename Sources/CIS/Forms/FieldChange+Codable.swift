extension FieldChange: Codable {
    /// Encodes name and value: `{"name":"title","value":"Swift"}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldChangeKey.self)
        try container.encode(name, forKey: .name)
        if let setting { try container.encode(setting.value, forKey: .value) }
    }

    /// Decodes name and value.
    ///
    /// - Throws: A `DecodingError` with a ``FieldError`` as underlying error, if there is no such field or the value
    ///   has the wrong type. Its text names the field, the expected type and the actual value.
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

/// The keys of an encoded change.
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
