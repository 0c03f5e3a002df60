import Foundation

/// One complete request.
public struct WebRequest: Sendable {
    /// The method, in upper case: `GET`, `POST`.
    public let method: String
    /// The path with its percent escapes, beginning with a slash, without the query.
    public let path: String
    /// The names and values of the query, decoded, in order.
    public let query: [(name: String, value: String)]
    /// The names and values of the headers, in order. Look one up with ``header(_:)``.
    public let headers: [(name: String, value: String)]
    /// The body. Empty if there is none.
    public let body: Data

    /// Creates a request, for tests of handlers.
    public init(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The value of the first header with a name. Names are not case-sensitive.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// The first value with a name in the query.
    public func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The parts of the path, decoded: `/gathers/7/players` has three. `nil` if an escape is not valid UTF-8.
    public var pathParts: [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/") {
            guard let decoded = part.removingPercentEncoding else { return nil }
            parts.append(decoded)
        }
        return parts
    }
}

extension WebRequest {
    /// Splits a request target into the path, and the query after the first question mark.
    static func split(_ target: String) -> (path: String, query: [(name: String, value: String)]) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return (target, []) }
        let query = halves[1].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
            return (name: parts[0], value: parts.count == 2 ? parts[1] : "")
        }
        return (String(halves[0]), query)
    }

    /// Decodes text in the encoding of forms, in which a plus sign is a space. Escapes that are not valid UTF-8 stay as they
    /// are.
    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
