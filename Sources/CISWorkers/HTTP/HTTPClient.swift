/// Sends requests to one server.
///
/// ```swift
/// let client = HTTPClient(HTTPConfiguration(baseURL: address))
/// let player = try await client.send(.player(5))
/// ```
///
/// A client has no state of its own; copies are equivalent. Each attempt adds the authorization, sends the request and
/// follows redirects. If the server responds with 401 and the authorization can be renewed, the request is sent once
/// more.
///
/// **Cancellation.** When the caller's task is cancelled, the request is cancelled. The caller gets
/// ``HTTPError/Code/cancelled`` only if its own task was cancelled; see ``HTTPError``.
///
/// **Retries.** With ``HTTPConfiguration/retry``, an endpoint that may be repeated is sent again after
/// ``HTTPError/Code/notConnected``, ``HTTPError/Code/connectionLost``, ``HTTPError/Code/timedOut`` and the statuses
/// 408, 429, 500, 502, 503 and 504. A `Retry-After` header replaces the delay of the policy. If its delay is
/// longer than ``Backoff/maximum``, the error is thrown.
///
/// **Redirects.** The client follows 301, 302, 303, 307 and 308. If a redirect leads to another server, headers that
/// may contain a secret are removed, such as `Authorization` and `Cookie`. Only `Accept…`, `Content-…` and `User-Agent`
/// are sent. A redirect from `https` to `http` is not followed; it is reported as ``HTTPError/Code/notTrusted``. A
/// redirect to an invalid URL is reported as ``HTTPError/Code/invalidRedirect``.
public struct HTTPClient: Sendable {
    /// The settings that all requests share.
    public var configuration: HTTPConfiguration
    let transport: any HTTPTransport
    let authorization: (any HTTPAuthorization)?
    let clock: any Clock<Duration>
    let wallClock: WallClock

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - configuration: The settings that all requests share.
    ///   - authorization: Provides the `Authorization` header. `nil` sends none.
    ///   - transport: Sends the requests.
    ///   - clock: The clock for timeouts and for the delays between attempts.
    ///   - wallClock: The clock for a `Retry-After` header with a date.
    public init(
        _ configuration: HTTPConfiguration,
        authorization: (any HTTPAuthorization)? = nil,
        transport: any HTTPTransport = HTTPClient.defaultTransport(),
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: WallClock = .system
    ) {
        self.configuration = configuration
        self.transport = transport
        self.authorization = authorization
        self.clock = clock
        self.wallClock = wallClock
    }

    /// Returns a new transport of the kind that a client uses by default: ``CurlTransport`` on Linux, where a server can
    /// crash Foundation's networking, and ``URLSessionTransport`` on other systems. A program that is linked statically,
    /// with the Static Linux SDK, cannot open libcurl, and uses ``URLSessionTransport``, too.
    public static func defaultTransport() -> any HTTPTransport {
        // The Static Linux SDK has Musl.
        #if os(Linux) && !canImport(Musl)
        CurlTransport()
        #else
        URLSessionTransport()
        #endif
    }

    /// Sends a request and returns the decoded response.
    ///
    /// - Parameter endpoint: The request.
    /// - Returns: The decoded response.
    /// - Throws: ``HTTPError``.
    @concurrent
    public func send<Response: Sendable>(_ endpoint: Endpoint<Response>) async throws(HTTPError) -> Response {
        try await send(endpoint) { _ in }
    }

    /// Sends a request and reports its progress.
    ///
    /// ```swift
    /// for try await event in client.transfer(.upload(photo)) {
    ///     switch event {
    ///     case .progress(let progress): await show(progress.fractionSent)
    ///     case .finished(let receipt): return receipt
    ///     }
    /// }
    /// ```
    ///
    /// The request is sent when a loop begins. Each loop over the sequence sends it again.
    public func transfer<Response: Sendable>(_ endpoint: Endpoint<Response>) -> HTTPTransfer<Response> {
        HTTPTransfer { onProgress async throws(HTTPError) in try await send(endpoint, onProgress: onProgress) }
    }

    /// Sends a request and reports its progress, which starts at zero again with each attempt.
    @concurrent
    func send<Response: Sendable>(
        _ endpoint: Endpoint<Response>,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> Response {
        let request = try HTTPRequest(endpoint, in: configuration)
        do throws(HTTPError) {
            guard let retry = configuration.retry, endpoint.mayBeRepeated else {
                return try await attempt(endpoint, request, onProgress)
            }
            return try await retry.run(on: clock, after: Self.decision) { () async throws(HTTPError) in
                try await attempt(endpoint, request, onProgress)
            }
        } catch {
            throw Self.final(error, of: request)
        }
    }

    /// Returns the error to throw. It is ``HTTPError/Code/cancelled`` if the caller's task was cancelled, and only
    /// then.
    private static func final(_ error: HTTPError, of request: HTTPRequest) -> HTTPError {
        if Task.isCancelled { return HTTPError(.cancelled, request: request) }
        if error.isCancelled {
            return HTTPError(.connectionLost, request: request, reason: "it was cancelled, but not by the caller")
        }
        return error
    }

    private static func decision(after error: HTTPError) -> RetryPolicy.Decision {
        switch error.code {
        case .notConnected, .connectionLost, .timedOut: .tryAgain
        case .status where [408, 429, 500, 502, 503, 504].contains(error.status):
            error.retryAfter.map { .tryAgainAfter($0) } ?? .tryAgain
        default: .giveUp
        }
    }
}
