#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with `URLSession`. It is the default on Apple systems.
///
/// It keeps connections open for reuse and does not follow redirects. By default it has no cache and no cookies.
/// ``HTTPClient`` applies the timeouts.
///
/// On Linux, the default is ``CurlTransport``, because some responses of a server can stop a program that uses Foundation.
/// *Limits of Foundation on Linux* lists them.
///
/// When the transport is released, its open connections are closed.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let router: ExchangeRouter

    /// Creates a transport with its own session.
    ///
    /// - Parameter maximumConnectionsPerHost: The maximum number of connections to one host. Other requests wait for a
    ///   free connection; this time counts towards the timeout.
    public convenience init(maximumConnectionsPerHost: Int = 6) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        self.init(configuration: configuration)
    }

    /// Creates a transport with a configuration, for instance with cookies, a cache or proxies.
    ///
    /// On Linux, Foundation ignores proxies in a configuration. If there are any, every request fails with
    /// ``HTTPError/Code/invalidRequest``.
    public init(configuration: URLSessionConfiguration) {
        // The session's own timeouts are a year, because ``HTTPClient`` applies the timeouts. A year does not overflow
        // in Foundation on Linux, which counts milliseconds in an `Int`.
        configuration.timeoutIntervalForRequest = Self.never
        configuration.timeoutIntervalForResource = Self.never
        router = ExchangeRouter()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    }

    private static let never: TimeInterval = 365 * 86_400

    deinit {
        // A running request keeps its transport alive, so all remaining tasks have already been cancelled.
        // `invalidateAndCancel` would cancel them a second time, which can stop the program on Linux.
        session.finishTasksAndInvalidate()
    }

    /// Sends a request; see ``HTTPTransport/send(_:onProgress:)``.
    @concurrent
    public func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        if let obstacle = request.flaw ?? obstacle(to: request) {
            throw HTTPError(.invalidRequest, request: request, reason: obstacle)
        }
        var request = request
        var temporary: JoinedBodyFile?
        if case .joined(let contents) = request.body {
            let file = try JoinedBodyFile(contents, of: request)
            request.body = .file(file.url)
            temporary = file
        }
        defer { withExtendedLifetime(temporary) {} }
        return try await exchange(request, onProgress).get()
    }

    private func exchange(
        _ request: HTTPRequest, _ onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async -> Result<HTTPResponse, HTTPError> {
        let exchange = Exchange(request, onProgress)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard exchange.open(continuation) else { return }
                let task = makeTask(request)
                router.add(exchange, for: task)
                exchange.start(task)
            }
        } onCancel: {
            exchange.finish(.failure(HTTPError(.cancelled, request: request)))
        }
    }

    /// Returns the reason why Foundation on Linux cannot send the request, or `nil`.
    private func obstacle(to request: HTTPRequest) -> String? {
        #if canImport(FoundationNetworking)
        if request.url.host()?.contains(":") == true {
            return "Foundation on Linux does not support IPv6 addresses in URLs; use a host name or another transport"
        }
        if session.configuration.connectionProxyDictionary?.isEmpty == false {
            return "Foundation on Linux ignores the proxies of a configuration; set them in the environment "
                + "(http_proxy, https_proxy) or use another transport"
        }
        #endif
        return nil
    }

    private func makeTask(_ request: HTTPRequest) -> URLSessionTask {
        var message = URLRequest(url: request.sentURL, cachePolicy: session.configuration.requestCachePolicy)
        message.timeoutInterval = Self.never
        message.httpMethod = request.method.name
        for (name, value) in request.headers.all { message.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        // Joined contents have become a file.
        case .none, .joined: return session.dataTask(with: message)
        case .data(let data): return session.uploadTask(with: message, from: data)
        // The path is made absolute, because a relative path stops the program in Foundation on Linux.
        case .file(let file): return session.uploadTask(with: message, fromFile: file.absoluteURL)
        }
    }
}
