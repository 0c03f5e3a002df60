public import Foundation

/// Sends endpoints to one server.
///
/// ```swift
/// let client = HTTPClient(HTTPConfiguration(baseURL: address))
/// let player = try await client.send(.player(5))
/// ```
///
/// A value over a transport, without state of its own: copies are the same client. One attempt to send an endpoint is
/// authorization, request, redirects, and after a 401 that the authorization can do something about the same once more.
///
/// **Cancellation.** Cancelling the caller's task cancels the request. The caller gets ``HTTPError/Code/cancelled`` if, and
/// only if, its task was cancelled; see ``HTTPError``.
///
/// **Retries.** With ``HTTPConfiguration/retry``, an endpoint that may be repeated is sent again when there was no
/// connection, it was lost, it timed out, or the status is 408, 429, 500, 502, 503 or 504. `Retry-After` takes the place of
/// the policy's waiting time.
///
/// **Redirects.** 301, 302, 303, 307 and 308 are followed, relative to the address that redirects. On the way to another
/// server the request loses the headers that may hold a secret: `Authorization`, `Cookie` and all the endpoint's and the
/// configuration's own but `Accept…`, `Content-…` and `User-Agent`. From `https` to `http` none is followed:
/// ``HTTPError/Code/notTrusted``. One to what is no address of HTTP is ``HTTPError/Code/invalidRedirect``.
public struct HTTPClient: Sendable {
    /// What the requests have in common.
    public var configuration: HTTPConfiguration
    let transport: any HTTPTransport
    let authorization: (any HTTPAuthorization)?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - configuration: What the requests have in common.
    ///   - authorization: Says who sends them. `nil`: nobody in particular.
    ///   - transport: Carries them. On Linux, see <doc:Networking> for the limits of the default, and for another.
    ///   - clock: For timeouts and for the time between attempts.
    ///   - now: For a `Retry-After` that names a date.
    public init(
        _ configuration: HTTPConfiguration,
        authorization: (any HTTPAuthorization)? = nil,
        transport: any HTTPTransport = URLSessionTransport(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.transport = transport
        self.authorization = authorization
        self.clock = clock
        self.now = now
    }

    /// Sends an endpoint and waits for what it gives.
    @concurrent
    public func send<Response: Sendable>(_ endpoint: Endpoint<Response>) async throws(HTTPError) -> Response {
        try await send(endpoint) { _ in }
    }

    /// Sends an endpoint, with its progress on the way.
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
    /// The request is sent when the loop begins, once for each loop.
    public func transfer<Response: Sendable>(_ endpoint: Endpoint<Response>) -> HTTPTransfer<Response> {
        HTTPTransfer { onProgress async throws(HTTPError) in try await send(endpoint, onProgress: onProgress) }
    }

    /// Sends an endpoint. When it is tried again, progress begins at zero again.
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

    /// Sees to it that `cancelled` means that the caller was cancelled, and nothing else.
    private static func final(_ error: HTTPError, of request: HTTPRequest) -> HTTPError {
        if Task.isCancelled { return HTTPError(.cancelled, request: request) }
        if error.isCancelled {
            return HTTPError(.connectionLost, request: request, reason: "something else than the caller has stopped it")
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
