public import Foundation

/// What the requests to one server have in common.
public struct HTTPConfiguration: Sendable {
    /// Ten mebibytes.
    public static let defaultMaximumResponseSize = 10 << 20

    /// Where paths are appended. A path of its own is kept; a query or fragment is not.
    public var baseURL: URL
    /// Sent with every request to the base address. An endpoint's header of the same name replaces one.
    public var headers: HTTPHeaders
    /// Sent with every request to the base address, before the endpoint's own items.
    public var query: HTTPQuery
    /// How long nothing may move, in either direction, before a request fails with ``HTTPError/Code/timedOut``. A long
    /// upload that goes on does not time out.
    public var timeout: Duration = .seconds(30)
    /// How long one attempt may take in all, redirects and what comes after a 401 included, however much it moves. `nil`:
    /// as long as it moves. An authorization is not cut short while it gets a token; its time counts.
    public var deadline: Duration?
    /// The most bytes of one answer, after it has been decompressed. A larger one is ``HTTPError/Code/tooLarge``.
    public var maximumResponseSize = HTTPConfiguration.defaultMaximumResponseSize
    /// How many redirects in a row are followed. 0: a redirect is an answer like any other.
    public var maximumRedirects = 10
    /// How failures that may pass are tried again; see ``HTTPClient``. `nil`: not at all.
    public var retry: RetryPolicy?

    /// What the requests to one server have in common.
    ///
    /// - Parameters:
    ///   - baseURL: With scheme `http` or `https` and a host. Anything else makes each request
    ///     ``HTTPError/Code/invalidRequest``.
    ///   - headers: Common header fields.
    ///   - query: Common items of the query, such as a language.
    public init(baseURL: URL, headers: HTTPHeaders = [:], query: HTTPQuery = [:]) {
        self.baseURL = baseURL
        self.headers = headers
        self.query = query
    }
}
