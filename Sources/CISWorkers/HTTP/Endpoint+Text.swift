extension Endpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the location without secrets, and the names of the query items.
    public var description: String {
        let query = query.redacted
        return "\(method) \(place)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// The same as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Endpoint.Place: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without secrets, or the URL without user, password and query values.
    public var description: String {
        switch self {
        case .path(let path): path.redacted
        case .absolute(let url): HTTPRequest.redacted(url)
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
