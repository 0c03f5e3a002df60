/// Sends one request and brings back the answer: the place to put a stub, or another network library.
///
/// ``URLSessionTransport`` is the real one. A transport knows nothing of endpoints, status codes, retries or time.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// An implementation
    /// - follows no redirect: ``HTTPClient`` does, because it knows which headers may go to another server;
    /// - keeps no more than ``HTTPRequest/maximumResponseSize`` bytes, and throws ``HTTPError/Code/tooLarge`` as soon as
    ///   there would be more;
    /// - stops, and throws ``HTTPError/Code/cancelled``, soon after its task is cancelled;
    /// - calls `onProgress` whenever bytes have moved, from any thread, with numbers that never decrease. The client's
    ///   timeout counts from the latest call.
    @concurrent func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse
}
