/// The query of a URL, or the fields of a form.
///
/// ```swift
/// let query: HTTPQuery = ["query": "a b+c&d", "page": 2, "genre": nil]
/// // query=a%20b%2Bc%26d&page=2
/// ```
///
/// Items keep their order. All special characters are escaped, including `+`, which many servers decode as a space.
/// Items with the value `nil` are omitted. Error messages do not show values.
public struct HTTPQuery: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// A name with its value.
    struct Item: Sendable, Equatable {
        var name: String
        var value: String
        /// Whether the name and the value are already percent-encoded.
        var isEncoded: Bool
    }

    private(set) var items: [Item] = []

    /// Creates an empty query.
    public init() {}

    /// Creates a query from items in their order. Items with the value `nil` are omitted. A name may occur several
    /// times.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Appends an item. Does nothing if the value is `nil`.
    public mutating func append(_ name: String, _ value: (any LosslessStringConvertible & Sendable)?) {
        guard let value else { return }
        items.append(Item(name: name, value: String(value), isEncoded: false))
    }

    /// Appends an item that is already percent-encoded, such as a cursor that a server has returned.
    ///
    /// - Parameters:
    ///   - name: The encoded name.
    ///   - value: The encoded value. If it contains characters that are not allowed in a query, the request fails with
    ///     ``HTTPError/Code/invalidRequest``.
    public mutating func append(encoded name: String, _ value: String) {
        items.append(Item(name: name, value: value, isEncoded: true))
    }

    /// Returns these items followed by the other items. An item of this query is omitted if its name also occurs in the
    /// others.
    public func merging(_ others: HTTPQuery) -> HTTPQuery {
        let names = Set(others.items.map(\.name))
        var result = HTTPQuery()
        result.items = items.filter { !names.contains($0.name) } + others.items
        return result
    }
}

extension HTTPQuery {
    /// The percent-encoded query, without the question mark.
    var encoded: String {
        items.map { $0.encoded(blank: "%20") }.joined(separator: "&")
    }

    /// The items as `application/x-www-form-urlencoded`, which encodes a space as `+`.
    var form: String {
        items.map { $0.encoded(blank: "+") }.joined(separator: "&")
    }

    /// The names without values, for error messages.
    var redacted: String {
        items.map { "\($0.name)=…" }.joined(separator: "&")
    }
}

extension HTTPQuery.Item {
    fileprivate func encoded(blank: String) -> String {
        if isEncoded { return "\(name)=\(value)" }
        return "\(PercentEncoding.escape(name, blank: blank))=\(PercentEncoding.escape(value, blank: blank))"
    }
}

extension HTTPQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names without values.
    public var description: String { redacted }

    /// The names without values.
    public var debugDescription: String { redacted }

    /// An empty mirror, so that `dump` shows no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
