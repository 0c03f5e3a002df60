public import Foundation

/// A request that is ready to go: what a transport gets.
///
/// ``HTTPClient`` makes it from a configuration and an ``Endpoint``. As text it shows no values of the query, no secret
/// header and nothing of the body.
public struct HTTPRequest: Sendable {
    /// What is asked.
    public var method: HTTPMethod
    /// Where to.
    public var url: URL
    /// All header fields but those that the transport adds, such as `Content-Length`.
    public var headers: HTTPHeaders
    /// What is sent.
    public var body: HTTPBody.Content
    /// The most bytes of an answer, after it has been decompressed, that the transport may keep.
    public var maximumResponseSize: Int
    /// The address as errors show it.
    let redactedURL: String

    /// A request. Only tests and transports of your own need to make one.
    ///
    /// - Parameters:
    ///   - method: What is asked.
    ///   - url: Where to.
    ///   - headers: All header fields but those that the transport adds.
    ///   - body: What is sent.
    ///   - maximumResponseSize: In bytes.
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

    /// Scheme, host, port and path, and the names of the query's items. No user, no password, no fragment.
    static func redacted(_ url: URL) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "…" }
        return origin(parts) + parts.percentEncodedPath + query(parts)
    }

    static func origin(_ parts: URLComponents) -> String {
        let port = parts.port.map { ":\($0)" } ?? ""
        return "\(parts.scheme ?? "")://\(parts.percentEncodedHost ?? "")\(port)"
    }

    private static func query(_ parts: URLComponents) -> String {
        guard let items = parts.percentEncodedQueryItems, !items.isEmpty else { return "" }
        // An item without a value may be the secret itself.
        return "?" + items.map { $0.value == nil ? "…" : "\($0.name)=…" }.joined(separator: "&")
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and address, without the values of the query.
    public var description: String { "\(method) \(redactedURL)" }

    /// Method and address, without the values of the query.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
