public import Foundation

/// Describes a request to a server: where to send it, what to send, and how to decode the response.
///
/// ```swift
/// extension Endpoint {
///     static func player(_ id: Int) -> Endpoint<Player> {
///         Endpoint<Player>(
///             .get, "api/players/\(id)",
///             decoder: .json(PlayerDTO.self, map: \.player))
///     }
/// }
/// ```
///
/// An endpoint is a value for one request. Sending does not change it, so a second attempt sends the same request.
public struct Endpoint<Response: Sendable>: Sendable {
    /// The location of an endpoint.
    public enum Place: Sendable, Equatable {
        /// A path relative to the base URL of the configuration. The base URL and the path are joined with exactly one
        /// slash.
        case path(HTTPPath)
        /// A complete URL, such as one that a server has returned. The common headers, the common query and the
        /// authorization of the client are not sent, because they belong to the base URL.
        case absolute(URL)
    }

    /// The HTTP method.
    public var method: HTTPMethod
    /// The location.
    public var place: Place
    /// The query. An item replaces common items of the configuration with the same name. The query is not used if
    /// ``place`` is a complete URL.
    public var query: HTTPQuery
    /// The headers. A header replaces the common header of the configuration with the same name.
    public var headers: HTTPHeaders
    /// The body.
    public var body: HTTPBody
    /// The status codes that count as success. Other codes are reported as ``HTTPError/Code/status``.
    public var accepted: AcceptedStatuses
    /// Decodes the response.
    public var decoder: ResponseDecoder<Response>
    /// Whether the client adds its authorization. Set it to `false` for requests without one, such as signing in.
    public var isAuthorized = true
    /// Whether the request may be sent again after a failure. The default is the method's ``HTTPMethod/isIdempotent``.
    /// Set it to `true` for a `POST` if the server recognizes repeated requests.
    public var mayBeRepeated: Bool {
        get { chosenMayBeRepeated ?? method.isIdempotent }
        set { chosenMayBeRepeated = newValue }
    }
    private var chosenMayBeRepeated: Bool?
    /// The timeout of this endpoint. `nil` uses ``HTTPConfiguration/timeout``.
    public var timeout: Duration?

    /// Creates an endpoint with a path relative to the base URL of the configuration.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path. Each interpolated value becomes one escaped segment.
    ///   - query: The query.
    ///   - headers: The headers, which replace common headers with the same name.
    ///   - body: The body.
    ///   - accepted: The status codes that count as success.
    ///   - decoder: Decodes the response.
    public init(
        _ method: HTTPMethod,
        _ path: HTTPPath,
        query: HTTPQuery = [:],
        headers: HTTPHeaders = [:],
        body: HTTPBody = .none,
        accepted: AcceptedStatuses = .successful,
        decoder: ResponseDecoder<Response>
    ) {
        self.init(
            method, at: .path(path), query: query, headers: headers, body: body, accepted: accepted, decoder: decoder)
    }

    /// Creates an endpoint with a complete URL, such as one that a server has returned.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - url: The URL, which is used unchanged. It may have a query.
    ///   - headers: The headers. Common headers are not sent.
    ///   - body: The body.
    ///   - accepted: The status codes that count as success.
    ///   - decoder: Decodes the response.
    public init(
        _ method: HTTPMethod,
        url: URL,
        headers: HTTPHeaders = [:],
        body: HTTPBody = .none,
        accepted: AcceptedStatuses = .successful,
        decoder: ResponseDecoder<Response>
    ) {
        self.init(
            method, at: .absolute(url), query: [:], headers: headers, body: body, accepted: accepted, decoder: decoder)
    }

    private init(
        _ method: HTTPMethod,
        at place: Place,
        query: HTTPQuery,
        headers: HTTPHeaders,
        body: HTTPBody,
        accepted: AcceptedStatuses,
        decoder: ResponseDecoder<Response>
    ) {
        self.method = method
        self.place = place
        self.query = query
        self.headers = headers
        self.body = body
        self.accepted = accepted
        self.decoder = decoder
    }
}
