/// What a value is on the wire.
package indirect enum WireType: Hashable, Sendable {
    case boolean, integer, number, text
    /// ISO 8601 text.
    case date
    /// Base64 text.
    case bytes
    /// Any value. Used for a type that encodes itself in a form that cannot be determined.
    case any
    /// No value at all.
    case never
    case list(WireType)
    /// An object whose keys are data.
    case map(WireType)
    /// Absent, `null`, or the value.
    case optional(WireType)
    /// A type of the schema.
    case named(String)
}

extension WireType: CustomStringConvertible {
    /// The type as it stands in a schema: `list<optional<Todo.Item>>`.
    package var description: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text: "text"
        case .date: "date"
        case .bytes: "bytes"
        case .any: "any"
        case .never: "never"
        case .list(let element): "list<\(element)>"
        case .map(let value): "map<\(value)>"
        case .optional(let wrapped): "optional<\(wrapped)>"
        case .named(let name): name
        }
    }

    private static let plain: [String: WireType] = [
        "boolean": .boolean, "integer": .integer, "number": .number, "text": .text, "date": .date, "bytes": .bytes,
        "any": .any, "never": .never,
    ]

    /// Reads a type from a schema.
    package init(_ text: some StringProtocol) {
        if let known = Self.plain[String(text)] {
            self = known
        } else if let inner = Self.inner(of: text, "list<") {
            self = .list(WireType(inner))
        } else if let inner = Self.inner(of: text, "map<") {
            self = .map(WireType(inner))
        } else if let inner = Self.inner(of: text, "optional<") {
            self = .optional(WireType(inner))
        } else {
            self = .named(String(text))
        }
    }

    private static func inner(of text: some StringProtocol, _ prefix: String) -> String? {
        guard text.hasPrefix(prefix), text.hasSuffix(">") else { return nil }
        return String(text.dropFirst(prefix.count).dropLast())
    }
}

extension WireType: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
