#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Carries requests over Foundation's `URLSession`.
///
/// It keeps connections open and shares them, has no cache and no cookies, and follows no redirect. Its own timeouts are
/// set so long that ``HTTPClient``'s, which are on an injected clock, come first.
///
/// On Linux, Foundation can be stopped by what a server answers, and does without IPv6 addresses, configured proxies,
/// authorities of your own and client certificates: <doc:Networking> lists all of it, and names the transport to use instead.
///
/// Letting go of it closes the connections that were kept open.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let router: ExchangeRouter

    /// A session of its own.
    ///
    /// - Parameter maximumConnectionsPerHost: Further requests to the same host wait until one of these is free. Waiting
    ///   counts as silence for the timeout.
    public convenience init(maximumConnectionsPerHost: Int = 6) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        self.init(configuration: configuration)
    }

    /// A session with a configuration of yours, for cookies, a cache, or proxies.
    ///
    /// With proxies in it, on Linux every request is ``HTTPError/Code/invalidRequest``: Foundation would ignore them there.
    public init(configuration: URLSessionConfiguration) {
        // Long, and short enough for Foundation on Linux, which counts milliseconds in an Int.
        configuration.timeoutIntervalForRequest = Self.never
        configuration.timeoutIntervalForResource = Self.never
        router = ExchangeRouter()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
    }

    private static let never: TimeInterval = 365 * 86_400

    deinit {
        // Only cancelled tasks are left, since a request that is waited for holds its transport. Their cancellation may still
        // be on its way: on Linux, a second one (`invalidateAndCancel`) can stop the program.
        session.finishTasksAndInvalidate()
    }

    /// Sends a request; see ``HTTPTransport/send(_:onProgress:)``.
    @concurrent
    public func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
        if let obstacle = obstacle(to: request) { throw HTTPError(.invalidRequest, request: request, reason: obstacle) }
        let exchange = Exchange(request, onProgress)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard exchange.open(continuation) else { return }
                let task = makeTask(request)
                router.add(exchange, for: task)
                exchange.start(task)
            }
        } onCancel: {
            exchange.finish(.failure(HTTPError(.cancelled, request: request)))
        }
        return try result.get()
    }

    /// What Foundation on Linux would do otherwise than it is told. `nil`: nothing.
    private func obstacle(to request: HTTPRequest) -> String? {
        #if canImport(FoundationNetworking)
        if request.url.host()?.contains(":") == true {
            return "Foundation on Linux does not take an address in the form of IPv6; use a name, or another transport"
        }
        if session.configuration.connectionProxyDictionary?.isEmpty == false {
            return "Foundation on Linux ignores the proxies of a configuration; name them in the environment "
                + "(http_proxy, https_proxy), or use another transport"
        }
        #endif
        return nil
    }

    private func makeTask(_ request: HTTPRequest) -> URLSessionTask {
        var message = URLRequest(url: request.url, cachePolicy: session.configuration.requestCachePolicy)
        message.timeoutInterval = Self.never
        message.httpMethod = request.method.name
        for (name, value) in request.headers.all { message.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        case .none: return session.dataTask(with: message)
        case .data(let data): return session.uploadTask(with: message, from: data)
        // An absolute path: a relative one stops the program in Foundation on Linux.
        case .file(let file): return session.uploadTask(with: message, fromFile: file.absoluteURL)
        }
    }
}
