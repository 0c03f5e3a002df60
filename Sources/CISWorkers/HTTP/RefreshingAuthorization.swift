/// Sends a bearer token with every request, and refreshes it when the server responds with 401.
///
/// After a refresh the request is sent once more. Requests that are rejected at the same time share one refresh. A
/// request whose token was replaced in the meantime uses the new token without another refresh. A refresh that has begun
/// runs to its end, even if all requests that wait for it are cancelled: the server may have replaced a refresh token that
/// can be used only once.
public final class RefreshingAuthorization: HTTPAuthorization {
    /// Returns the stored token.
    private let load: @Sendable () async throws(HTTPError) -> String?
    private let refresh: @Sendable (_ rejected: String?) async throws(HTTPError) -> String
    private let flights = SingleFlight<String, Void, HTTPError>(cancelled: HTTPError(.cancelled), runsToItsEnd: true)

    /// Creates an authorization.
    ///
    /// - Parameters:
    ///   - load: Returns the current token, or `nil` if there is none.
    ///   - refresh: Gets a new token and stores it where `load` finds it. Use a client without authorization to get the
    ///     token. If the closure throws, the rejected requests fail with its error; sign the user out before it throws.
    public init(
        load: @escaping @Sendable () async throws(HTTPError) -> String?,
        refresh: @escaping @Sendable (_ rejected: String?) async throws(HTTPError) -> String
    ) {
        self.load = load
        self.refresh = refresh
    }

    /// Returns the header with the current token.
    public func header() async throws(HTTPError) -> String? {
        try await load().map(Self.header)
    }

    /// Refreshes the token, unless it was replaced since the request was sent.
    public func renew(rejected header: String?) async throws(HTTPError) -> Bool {
        try await flights.run(header ?? "") { [load, refresh] () async throws(HTTPError) in
            let current = try await load()
            guard current.map(Self.header) == header else { return }
            _ = try await refresh(current)
        }
        return true
    }

    private static func header(_ token: String) -> String { "Bearer \(token)" }
}
