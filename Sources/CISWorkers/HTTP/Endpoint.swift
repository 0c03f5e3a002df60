public import Foundation

/// One thing that a server offers: where it is, what to send, and what comes back.
///
/// ```swift
/// extension Endpoint {
///     static func player(_ id: Int) -> Endpoint<Player> {
///         Endpoint<Player>(.get, "api/players/\(id)", decoder: .json(PlayerDTO.self, map: \.player))
///     }
/// }
/// ```
///
/// A value, made for one request: whoever sends it cannot change it, so a second attempt goes where the first one went.
public struct Endpoint<Response: Sendable>: Sendable {
    /// Where an endpoint is.
    public enum Place: Sendable, Equatable {
        /// Appended to the base address of the configuration, with exactly one slash between them.
        case path(HTTPPath)
        /// A complete address, such as one that a server has handed out. The common query and headers of the configuration
        /// and the authorization do not go with it: they belong to the base address.
        case absolute(URL)
    }

    /// What is asked.
    public var method: HTTPMethod
    /// Where.
    public var place: Place
    /// Behind the question mark. Replaces common items of the configuration that have the same name.
    public var query: HTTPQuery
    /// Replace common headers of the configuration that have the same name.
    public var headers: HTTPHeaders
    /// What is sent.
    public var body: HTTPBody
    /// The answers that count as success. All others are ``HTTPError/Code/status``.
    public var accepted: AcceptedStatuses
    /// Turns the answer into what the caller gets.
    public var decoder: ResponseDecoder<Response>
    /// Whether the authorization of the client goes with it. Signing in, for one, does without.
    public var isAuthorized = true
    /// Whether it may be sent again after a failure. The default is what the method says, ``HTTPMethod/isIdempotent``; say
    /// `true` for a `POST` that the server recognises when it comes twice.
    public var mayBeRepeated: Bool
    /// Overrides ``HTTPConfiguration/timeout``.
    public var timeout: Duration?

    /// An endpoint relative to the base address of the configuration.
    ///
    /// - Parameters:
    ///   - method: What is asked.
    ///   - path: Where. What is interpolated becomes one escaped segment.
    ///   - query: Behind the question mark.
    ///   - headers: Override those of the configuration.
    ///   - body: What is sent.
    ///   - accepted: The answers that count as success.
    ///   - decoder: Turns the answer into what the caller gets.
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

    /// An endpoint by its complete address, such as one that a server has handed out.
    ///
    /// - Parameters:
    ///   - method: What is asked.
    ///   - url: Used as it is; it may have a query of its own.
    ///   - headers: The only ones that are sent.
    ///   - body: What is sent.
    ///   - accepted: The answers that count as success.
    ///   - decoder: Turns the answer into what the caller gets.
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
        mayBeRepeated = method.isIdempotent
    }
}
