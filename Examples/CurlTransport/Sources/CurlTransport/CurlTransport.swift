public import CISWorkers
package import Dispatch
public import Foundation

/// Carries requests over the system's libcurl.
///
/// ```swift
/// let client = HTTPClient(configuration, transport: CurlTransport())
/// ```
///
/// It speaks HTTP/1.1, keeps connections open and shares them, has no cache and no cookies, and follows no redirect: ``HTTPClient``
/// does. It has no timeout of its own but one of a day for making a connection, so those of ``HTTPClient`` come first.
///
/// All requests of a transport share one thread, which begins with the first of them. Letting go of the last copy cancels what
/// is under way and ends the thread.
///
/// A request whose method is not idempotent is sent once. (libcurl sends a request again when a connection that was kept from
/// an earlier one turns out to be closed. For these methods that is ``HTTPError/Code/connectionLost`` instead.)
public final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop
    /// Why nothing can be sent.
    private let problem: String?

    /// Where files are read and written. For tests, which can make it stand still.
    package var files: DispatchQueue { loop.files }

    /// A transport with connections of its own.
    public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        loop = CurlLoop(configuration)
        problem = configuration.proxy.problem
    }

    deinit {
        loop.stop()
    }

    /// Sends a request; see ``HTTPTransport/send(_:onProgress:)``.
    ///
    /// A user and a password in the address are left out: who sends the request is the client's affair.
    ///
    /// - Parameter onProgress: Called on the thread that all requests share, so it must be quick.
    @concurrent
    public func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        try await send(request, savingTo: nil, onProgress)
    }

    /// This transport, but the content of an answer goes to a file.
    ///
    /// ```swift
    /// let film = HTTPClient(configuration, transport: transport.saving(to: file))
    /// try await film.send(Endpoint(.get, "films/7", decoder: .none))
    /// ```
    ///
    /// Only answers with a status from 200 to 299 are saved; they have an empty ``HTTPResponse/body``. Others, such as redirects
    /// and errors, are as usual. ``HTTPConfiguration/maximumResponseSize`` holds for files, too: raise it. Where the disk is
    /// slower than the network, the server has to wait; no more than a mebibyte is in memory.
    ///
    /// The file is there, under its name, only when it is complete, and replaces an older one. Until then it is a file beside it
    /// whose name begins with a dot, which is removed when the request fails. One that cannot be made is
    /// ``HTTPError/Code/invalidRequest``, before anything is sent; a full disk is ``HTTPError/Code/tooLarge``.
    ///
    /// - Parameter file: Where to. Its folder must exist.
    public func saving(to file: URL) -> some HTTPTransport {
        SavingTransport(transport: self, file: file)
    }

    fileprivate func send(
        _ request: HTTPRequest,
        savingTo file: URL?,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        if let problem { throw HTTPError(.invalidRequest, request: request, reason: problem) }
        let exchange = try Exchange(request, savingTo: file, files: loop.files, onProgress)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if exchange.open(continuation) { loop.start(exchange) }
            }
        } onCancel: {
            exchange.cancel()
            loop.cancel(exchange)
        }
        return try result.get()
    }
}

/// See ``CurlTransport/saving(to:)``.
private struct SavingTransport: HTTPTransport {
    let transport: CurlTransport
    let file: URL

    @concurrent func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        try await transport.send(request, savingTo: file, onProgress)
    }
}
