/// The headers of a request or a response.
///
/// Names are not case-sensitive. If a server sends a header several times, its value is all of them, joined with a comma
/// (RFC 9110). `Set-Cookie` cannot be taken apart then; ``values(of:)`` has each value of its own. Spaces and tabs around a
/// value are removed.
///
/// Descriptions show the names, and the values of a few headers that never contain secrets, so headers may be logged.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var fields: [String: Field] = [:]

    private struct Field: Sendable, Equatable {
        var name: String
        var values: [String]

        var value: String { values.joined(separator: ", ") }

        static func == (lhs: Field, rhs: Field) -> Bool {
            lhs.value == rhs.value && lhs.name.lowercased() == rhs.name.lowercased()
        }
    }

    /// Creates empty headers.
    public init() {}

    /// Creates headers. If a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a header, or `nil` if there is none. Setting `nil` removes the header.
    public subscript(_ name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, values: [Self.trimmed($0)]) } }
    }

    /// The values of a header in the order in which they arrived. Empty if there is none.
    public func values(of name: String) -> [String] { fields[name.lowercased()]?.values ?? [] }

    /// Adds a value to a header. The earlier values are kept.
    public mutating func append(_ name: String, _ value: String) {
        fields[name.lowercased(), default: Field(name: name, values: [])].values.append(Self.trimmed(value))
    }

    /// Continues the latest value of a header, which a server has sent over several lines.
    mutating func continueValue(of name: String, with line: String) {
        let earlier = fields[name.lowercased()]?.values.popLast() ?? ""
        append(name, earlier + " " + Self.trimmed(line))
    }

    /// Removes spaces and tabs around a value (RFC 9110, 5.5). Line breaks are kept, so that a request with them is
    /// rejected.
    private static func trimmed(_ value: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        let scalars = value.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The names and values, sorted by name.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.value) }
    }

    /// Returns these headers together with others. If both contain a header, the value of the others is used.
    public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
        var result = self
        result.fields.merge(others.fields) { _, other in other }
        return result
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The headers whose values are shown in descriptions.
    private static let harmless: Set<String> = [
        "accept", "allow", "content-encoding", "content-length", "content-type", "date", "retry-after",
        "transfer-encoding",
    ]

    /// The names, and the values of headers that never contain secrets.
    public var description: String {
        let fields = all.map {
            Self.harmless.contains($0.name.lowercased()) ? "\($0.name): \($0.value)" : "\($0.name): …"
        }
        return "[" + fields.joined(separator: ", ") + "]"
    }

    /// The same as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
