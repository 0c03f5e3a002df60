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
/// Letting go of the last copy cancels what is under way.
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

    /// A session with a configuration of yours, for proxies, cookies, or a cache.
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
        session.invalidateAndCancel()
    }

    /// Sends a request; see ``HTTPTransport/send(_:onProgress:)``.
    @concurrent
    public func send(
        _ request: HTTPRequest,
        onProgress: @escaping @Sendable (HTTPProgress) -> Void
    ) async throws(HTTPError) -> HTTPResponse {
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
