extension Endpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and place, without user, password and the values of the query.
    public var description: String {
        let query = query.redacted
        return "\(method) \(place)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// The same as ``description``: a debugger's log is a log.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Endpoint.Place: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without what is secret, or the address without user, password and the values of its query.
    public var description: String {
        switch self {
        case .path(let path): path.redacted
        case .absolute(let url): HTTPRequest.redacted(url)
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
