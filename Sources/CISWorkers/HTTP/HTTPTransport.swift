/// Sends single requests. Implement it to use another network library, or as a stub in tests.
///
/// ``HTTPClient/defaultTransport()`` returns the default. A transport does not handle endpoints, status codes, retries or timeouts;
/// ``HTTPClient`` does.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the whole response, with any status.
    ///
    /// An implementation must:
    /// - not follow redirects, because ``HTTPClient`` decides which headers may be sent to another server;
    /// - keep at most ``HTTPRequest/maximumResponseSize`` bytes, and throw ``HTTPError/Code/tooLarge`` as soon as there
    ///   are more;
    /// - stop soon after its task is cancelled, and throw ``HTTPError/Code/cancelled``;
    /// - call `onProgress` whenever data was sent or received, with numbers that never decrease. It may be called on
    ///   any thread. The client's timeout is measured from the last call.
    @concurrent func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse
}
