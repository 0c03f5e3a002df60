import Foundation

extension HTTPConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The base URL without user, password and query, the names of the common query items, and the headers without
    /// secrets.
    public var description: String {
        var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        parts?.query = nil
        let address = parts?.url.map { HTTPRequest.redacted($0) } ?? "…"
        return address + (query.redacted.isEmpty ? "" : "?\(query.redacted)") + ", headers \(headers)"
    }

    /// The same as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
