import Foundation

extension HTTPConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The base address without user, password and query, the names of the common items of the query, and the headers that
    /// never hold a secret.
    public var description: String {
        var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        parts?.query = nil
        let address = parts?.url.map(HTTPRequest.redacted) ?? "…"
        return address + (query.redacted.isEmpty ? "" : "?\(query.redacted)") + ", headers \(headers)"
    }

    /// The same as ``description``: a debugger's log is a log.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
