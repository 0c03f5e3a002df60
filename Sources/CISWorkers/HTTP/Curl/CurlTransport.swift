#if os(Linux)
public import Foundation

/// Sends requests with the system's libcurl. It is the default on Linux, and does not exist on other systems.
///
/// ```swift
/// let client = HTTPClient(configuration, transport: CurlTransport())
/// ```
///
/// It uses HTTP/1.1, keeps connections open and shares them, and has no cache and no cookies. ``HTTPClient`` follows
/// redirects and has timeouts. The transport itself only limits the time for making a connection to one day.
///
/// All requests of a transport share one thread, which starts with the first request. When the transport is released, running
/// requests are cancelled and the thread ends.
///
/// A request whose method is not idempotent is sent once. (libcurl sends a request again if a connection that was kept open
/// turns out to be closed. For these methods, the request fails with ``HTTPError/Code/connectionLost`` instead.)
public final class CurlTransport: HTTPTransport {
    /// The loop, or the reason why nothing can be sent.
    private let loop: Result<CurlLoop, LibCurl.Problem>
    /// The queue on which files are read and written, so that a slow disk does not delay other requests. Tests can block it.
    package let files = DispatchQueue(label: "CurlTransport.files")

    /// Creates a transport with its own connections.
    public convenience init(_ configuration: CurlConfiguration = CurlConfiguration()) {
        self.init(configuration, LibCurl.system)
    }

    /// Creates a transport with another libcurl, for tests.
    package convenience init(needing requirement: CurlRequirement) {
        self.init(CurlConfiguration(), Result { () throws(LibCurl.Problem) in try LibCurl(requirement) })
    }

    private init(_ configuration: CurlConfiguration, _ curl: Result<LibCurl, LibCurl.Problem>) {
        loop = curl.flatMap { curl in
            if let problem = configuration.proxy.problem { return .failure(LibCurl.Problem(text: problem)) }
            return .success(CurlLoop(configuration, curl))
        }
    }

    deinit {
        if case .success(let loop) = loop { loop.stop() }
    }

    /// Sends a request; see ``HTTPTransport/send(_:onProgress:)``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - onProgress: Called on the thread that all requests share, so it must be quick.
    @concurrent
    public func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        try await send(request, savingTo: nil, onProgress)
    }

    /// Returns a transport that saves the content of responses to a file, and uses this transport's connections.
    ///
    /// ```swift
    /// let film = HTTPClient(configuration, transport: transport.saving(to: file))
    /// try await film.send(Endpoint(.get, "films/7", decoder: .none))
    /// ```
    ///
    /// Only responses with a status from 200 to 299 are saved; they have an empty ``HTTPResponse/body``. Other responses,
    /// such as redirects and errors, are returned as usual. ``HTTPConfiguration/maximumResponseSize`` also applies to files,
    /// so raise it. If the disk is slower than the network, the server has to wait; at most one MiB is in memory.
    ///
    /// The file gets its name only when it is complete, and then replaces an older file, whose permissions it keeps, as
    /// ``DiskFiles`` does. Until then the content is in a temporary file in the same folder, whose name begins with a dot. It
    /// is removed if the request fails. A symbolic link is followed. If the file cannot be created, or the path leads to a
    /// folder, a pipe, a device or a socket, the request fails with ``HTTPError/Code/invalidRequest`` before anything is
    /// sent. If the content cannot be written, it fails with ``HTTPError/Code/notSaved``.
    ///
    /// - Parameter file: The URL of the file. Its folder must exist.
    public func saving(to file: URL) -> some HTTPTransport {
        SavingTransport(transport: self, file: file)
    }

    fileprivate func send(
        _ request: HTTPRequest,
        savingTo file: URL?,
        _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        let loop: CurlLoop
        do throws(LibCurl.Problem) {
            loop = try self.loop.get()
        } catch {
            throw HTTPError(.invalidRequest, request: request, reason: error.text)
        }
        let exchange = try CurlExchange(request, savingTo: file, files: files, onProgress)
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
#endif
