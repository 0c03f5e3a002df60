/// A bearer token that is replaced when the server rejects it: refresh once on 401, then send the request once more.
///
/// Requests that are rejected at the same time share one refresh. A request that was sent with a token that has been
/// replaced meanwhile takes the new one, without another refresh. A request that is cancelled while it waits leaves the
/// others' refresh alone.
public final class RefreshingAuthorization: HTTPAuthorization {
    /// Where the tokens are kept, and where new ones come from.
    private let load: @Sendable () async throws(HTTPError) -> String?
    private let refresh: @Sendable (_ rejected: String?) async throws(HTTPError) -> String
    private let flights = SingleFlight<String, Void, HTTPError>(cancelled: HTTPError(.cancelled))

    /// - Parameters:
    ///   - load: The current token, `nil` if there is none.
    ///   - refresh: Gets a new token and keeps it where `load` finds it. What it throws is what the rejected requests fail
    ///     with; sign the user out there. Send it with a client that has no authorization.
    public init(
        load: @escaping @Sendable () async throws(HTTPError) -> String?,
        refresh: @escaping @Sendable (_ rejected: String?) async throws(HTTPError) -> String
    ) {
        self.load = load
        self.refresh = refresh
    }

    /// The current token.
    public func header() async throws(HTTPError) -> String? {
        try await load().map(Self.header)
    }

    /// A new token, unless there is one already.
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
