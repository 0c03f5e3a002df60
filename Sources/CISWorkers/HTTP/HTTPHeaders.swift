/// The header fields of a request or a response.
///
/// Names compare without regard to case. A request has one value for a name: setting it again replaces it. Values that a
/// server sends several times are joined with a comma, as RFC 9110 allows. Blanks and tabs around a value do not belong to
/// it, and are left out.
///
/// As text, only names are shown, and the values of a few fields that never hold a secret. So headers can be logged.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var fields: [String: Field] = [:]

    private struct Field: Sendable, Equatable {
        var name: String
        var value: String

        static func == (lhs: Field, rhs: Field) -> Bool {
            lhs.value == rhs.value && lhs.name.lowercased() == rhs.name.lowercased()
        }
    }

    /// No header fields.
    public init() {}

    /// The given fields. Of two with the same name the later one counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a field, `nil` if there is none. Setting `nil` removes the field.
    public subscript(_ name: String) -> String? {
        get { fields[name.lowercased()]?.value }
        set { fields[name.lowercased()] = newValue.map { Field(name: name, value: Self.trimmed($0)) } }
    }

    /// Without what may surround a value (RFC 9110, 5.5). Line breaks stay, to be found and refused.
    private static func trimmed(_ value: String) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        let scalars = value.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Names and values, sorted by name.
    public var all: [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.value) }
    }

    /// These fields and others; where both have a name, the others' value counts.
    public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
        var result = self
        result.fields.merge(others.fields) { _, other in other }
        return result
    }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What may be shown of a value. Of all others, only that they are there.
    private static let harmless: Set<String> = [
        "accept", "allow", "content-encoding", "content-length", "content-type", "date", "retry-after",
        "transfer-encoding",
    ]

    /// Names, and the values of fields that never hold a secret.
    public var description: String {
        let fields = all.map {
            Self.harmless.contains($0.name.lowercased()) ? "\($0.name): \($0.value)" : "\($0.name): …"
        }
        return "[" + fields.joined(separator: ", ") + "]"
    }

    /// The same as ``description``: a debugger's log is a log.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no value either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
