/// The form of a value on the wire.
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

    package var isOptional: Bool { if case .optional = self { true } else { false } }
}

extension WireType: CustomStringConvertible {
    /// The type as it is written in a schema: `list<optional<Todo.Item>>`.
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

    private static let containers: [(prefix: String, make: @Sendable (WireType) -> WireType)] = [
        ("list<", { .list($0) }), ("map<", { .map($0) }), ("optional<", { .optional($0) }),
    ]

    /// The maximum number of nested containers.
    private static var greatestDepth: Int { 64 }

    /// Reads a type from a schema, in time proportional to the length of the text.
    ///
    /// - Returns: `nil` if it is nested too deeply. This is checked because the text may come from a host, and all code that
    ///   handles types is recursive.
    package init?(_ text: String) {
        var rest = Substring(text).utf8
        var around: [(WireType) -> WireType] = []
        while let container = Self.containers.first(where: { rest.starts(with: $0.prefix.utf8) }),
            rest.last == UInt8(ascii: ">")
        {
            guard around.count < Self.greatestDepth else { return nil }
            rest = rest.dropFirst(container.prefix.utf8.count).dropLast()
            around.append(container.make)
        }
        let name = String(Substring(rest))
        self = around.reversed().reduce(Self.plain[name] ?? .named(name)) { $1($0) }
    }
}

extension WireType: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let type = WireType(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a type with at most \(Self.greatestDepth) levels")
        }
        self = type
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
