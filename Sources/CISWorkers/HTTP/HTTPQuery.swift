/// The part of an address behind the question mark, and the fields of a form.
///
/// ```swift
/// let query: HTTPQuery = ["query": "a b+c&d", "page": 2, "genre": nil]
/// // query=a%20b%2Bc%26d&page=2
/// ```
///
/// Items keep their order. Whatever could mean something else is escaped, `+` included, which many servers read as a blank.
/// An item whose value is `nil` is left out. Values are never part of an error's text.
public struct HTTPQuery: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    struct Item: Sendable, Equatable {
        var name: String
        var value: String
        /// Whether name and value go out as they are.
        var isEncoded: Bool
    }

    private(set) var items: [Item] = []

    /// No items.
    public init() {}

    /// The given items, in their order, without those whose value is `nil`. A name may occur more than once.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds an item at the end. Does nothing if the value is `nil`.
    public mutating func append(_ name: String, _ value: (any LosslessStringConvertible & Sendable)?) {
        guard let value else { return }
        items.append(Item(name: name, value: String(value), isEncoded: false))
    }

    /// Adds an item at the end that has been escaped already, such as a cursor that a server handed out in this form.
    ///
    /// - Parameters:
    ///   - name: Sent as it is.
    ///   - value: Sent as it is. What cannot stand in an address makes the request ``HTTPError/Code/invalidRequest``.
    public mutating func append(encoded name: String, _ value: String) {
        items.append(Item(name: name, value: value, isEncoded: true))
    }

    /// These items, then others. Of those here that others name too, none is left.
    public func merging(_ others: HTTPQuery) -> HTTPQuery {
        let names = Set(others.items.map(\.name))
        var result = HTTPQuery()
        result.items = items.filter { !names.contains($0.name) } + others.items
        return result
    }
}

extension HTTPQuery {
    /// As it stands in an address, without the question mark.
    var encoded: String {
        items.map { $0.encoded(blank: "%20") }.joined(separator: "&")
    }

    /// As `application/x-www-form-urlencoded`, in which a blank is a plus sign.
    var form: String {
        items.map { $0.encoded(blank: "+") }.joined(separator: "&")
    }

    /// What an error may show: names without values.
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
    /// Names without values.
    public var description: String { redacted }

    /// Names without values.
    public var debugDescription: String { redacted }

    /// Has no children, so that `dump` shows no value either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
