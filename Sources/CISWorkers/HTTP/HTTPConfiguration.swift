public import Foundation

/// The settings that all requests to one server share.
public struct HTTPConfiguration: Sendable {
    /// The default of ``maximumResponseSize``: 10 MiB.
    public static let defaultMaximumResponseSize = 10 << 20

    /// The base URL of all paths. Its path precedes the path of each endpoint. Its query and fragment are not used. A user
    /// and a password in it are not sent; use ``BasicAuthorization``.
    public var baseURL: URL
    /// The headers of every request to the base URL. An endpoint may replace them by name.
    public var headers: HTTPHeaders
    /// The query items of every request to the base URL. They come before the items of the endpoint, which replace
    /// common items with the same name.
    public var query: HTTPQuery
    /// How long a request may go without sending or receiving data. After that it fails with
    /// ``HTTPError/Code/timedOut``. A long upload that makes progress does not time out.
    public var timeout: Duration = .seconds(30)
    /// The time limit of one attempt, including redirects and a repetition after status 401. `nil` sets no limit.
    ///
    /// Getting a token before the request is sent does not count. Renewing a token after status 401 counts, but is not
    /// interrupted.
    public var deadline: Duration?
    /// The maximum size of a decompressed response, in bytes. Larger responses are reported as
    /// ``HTTPError/Code/tooLarge``.
    public var maximumResponseSize = HTTPConfiguration.defaultMaximumResponseSize
    /// The maximum number of redirects to follow. With 0, a redirect is returned like any other response.
    public var maximumRedirects = 10
    /// The policy for temporary failures; see ``HTTPClient``. `nil` disables retries.
    public var retry: RetryPolicy?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL, with the scheme `http` or `https` and a host. With any other URL, each request with a
    ///     path fails with ``HTTPError/Code/invalidRequest``.
    ///   - headers: The headers of every request.
    ///   - query: The query items of every request, such as a language.
    public init(baseURL: URL, headers: HTTPHeaders = [:], query: HTTPQuery = [:]) {
        self.baseURL = baseURL
        self.headers = headers
        self.query = query
    }
}
