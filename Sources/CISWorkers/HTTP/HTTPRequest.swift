public import Foundation

/// A complete request. An ``HTTPTransport`` sends it.
///
/// ``HTTPClient`` builds it from a configuration and an ``Endpoint``. Descriptions show no query values, no headers and
/// no body.
public struct HTTPRequest: Sendable {
    /// The HTTP method.
    public var method: HTTPMethod
    /// The URL. A user and a password in it are not sent; use ``BasicAuthorization``.
    public var url: URL
    /// The headers, except those that the transport adds: with one such as `Content-Length`, `Host` or `Connection`, the
    /// request fails with ``HTTPError/Code/invalidRequest``.
    public var headers: HTTPHeaders
    /// The body.
    public var body: HTTPBody.Content
    /// The maximum size of a decompressed response that the transport may keep, in bytes.
    public var maximumResponseSize: Int
    /// The URL without secrets, for error messages.
    let redactedURL: String

    /// Creates a request, for tests and for your own transport.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - url: The URL.
    ///   - headers: The headers, except those that the transport adds.
    ///   - body: The body.
    ///   - maximumResponseSize: The maximum size of a decompressed response, in bytes.
    public init(
        _ method: HTTPMethod,
        _ url: URL,
        headers: HTTPHeaders = [:],
        body: HTTPBody.Content = .none,
        maximumResponseSize: Int = HTTPConfiguration.defaultMaximumResponseSize
    ) {
        self.init(method, url, headers, body, maximumResponseSize, redactedURL: Self.redacted(url))
    }

    init(
        _ method: HTTPMethod,
        _ url: URL,
        _ headers: HTTPHeaders,
        _ body: HTTPBody.Content,
        _ maximumResponseSize: Int,
        redactedURL: String
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
        self.redactedURL = redactedURL
    }

    /// Returns the scheme, host, port, path and the names of the query items, without user, password, query values and
    /// fragment.
    static func redacted(_ url: URL, showsPath: Bool = true) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "…" }
        return origin(parts) + (showsPath ? parts.percentEncodedPath : "/…") + query(parts)
    }

    static func origin(_ parts: URLComponents) -> String {
        let port = parts.port.map { ":\($0)" } ?? ""
        return "\(parts.scheme ?? "")://\(parts.percentEncodedHost ?? "")\(port)"
    }

    private static func query(_ parts: URLComponents) -> String {
        guard let items = parts.percentEncodedQueryItems, !items.isEmpty else { return "" }
        // An item without a value may itself be a secret.
        return "?" + items.map { $0.value == nil ? "…" : "\($0.name)=…" }.joined(separator: "&")
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL without query values.
    public var description: String { "\(method) \(redactedURL)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
