public import Foundation

/// Why a request has no result.
///
/// Ask ``code`` what kind of failure it was; more kinds may be added.
///
/// ```swift
/// switch error.code {
/// case .notConnected: "No internet connection"
/// case .status where error.status == 404: "No such player"
/// default: "Something went wrong"
/// }
/// ```
///
/// **Cancellation.** ``Code/cancelled`` reaches a caller in one case: the caller's own task was cancelled. In an action of a
/// scene that means that the action was cancelled, and then the store drops what the action still executes. So a search that
/// a newer one has cancelled shows no alert, without a line of code to see to it.
///
/// **Secrets.** The text of an error, also as `String(reflecting:)` and `dump` show it, has in it no header value, no value
/// of the query, nothing of the request's body and nothing of the answer. ``response`` has the answer, for code that knows
/// what is in it.
public struct HTTPError: Error, Sendable {
    /// The kind of a failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case invalidRequest, notConnected, connectionLost, notTrusted, timedOut, cancelled, tooManyRedirects
            case invalidRedirect
            case status, emptyResponse, decoding, tooLarge, unavailable
        }
        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The request could not be built: nothing was sent. The mistake is in the program, or in what it was given.
        public static let invalidRequest = Code(.invalidRequest)
        /// No connection was made: no network, no such host, or nobody listens there.
        public static let notConnected = Code(.notConnected)
        /// There was a connection, and it broke before the answer was complete, or what came was no HTTP. The server may
        /// have carried out the request.
        public static let connectionLost = Code(.connectionLost)
        /// No secure connection could be made, for example because the certificate has expired, is that of another host, or
        /// of an authority that the system does not know. It is not tried again.
        public static let notTrusted = Code(.notTrusted)
        /// Nothing moved for the timeout of the request, or it was not done by its deadline. The server may have carried
        /// out the request.
        public static let timedOut = Code(.timedOut)
        /// The caller's task was cancelled.
        public static let cancelled = Code(.cancelled)
        /// The server kept sending elsewhere.
        public static let tooManyRedirects = Code(.tooManyRedirects)
        /// The server redirected to what is no address of HTTP: another scheme, no host, nothing at all.
        public static let invalidRedirect = Code(.invalidRedirect)
        /// The server answered with a status code that the endpoint does not accept. See ``HTTPError/status``.
        public static let status = Code(.status)
        /// There is no content where the decoder needs some.
        public static let emptyResponse = Code(.emptyResponse)
        /// The content is not what the decoder expects. See ``HTTPError/decodingPath``.
        public static let decoding = Code(.decoding)
        /// The answer is larger than the configuration allows. It was not read to its end.
        public static let tooLarge = Code(.tooLarge)
        /// Nothing was sent, because the last requests failed: see ``CircuitBreaker``.
        public static let unavailable = Code(.unavailable)

        /// The name, such as `timedOut`.
        public var description: String { kind.rawValue }
    }

    /// The beginning of an answer, for code that wants to look into it.
    public struct Response: Sendable, Equatable {
        /// The status code, such as 404.
        public let status: Int
        /// All header fields.
        public let headers: HTTPHeaders
        /// At most the first ``HTTPError/bodyPrefixSize`` bytes of the content.
        public let bodyPrefix: Data
    }

    /// How many bytes of an answer an error keeps.
    public static let bodyPrefixSize = 1024

    /// What kind of failure it was.
    public let code: Code
    /// What was answered, if there was an answer: with ``Code/status``, ``Code/emptyResponse`` and ``Code/decoding``.
    public internal(set) var response: Response?
    /// With ``Code/decoding`` of JSON: where in the content the mistake is, such as `results[3].genre`. The keys of
    /// dictionaries in it are content, which the text of the error leaves out.
    public internal(set) var decodingPath: String?
    /// What the server asked for with `Retry-After`.
    public internal(set) var retryAfter: Duration?

    /// Method and address, redacted.
    var request: String?
    /// One clause, without secrets.
    var reason: String?

    /// An error. Only tests and transports of your own need to make one.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it was.
    ///   - request: What was to be sent. Its redacted form becomes part of the text.
    ///   - reason: A clause that becomes part of the text. It must not have a secret in it.
    public init(_ code: Code, request: HTTPRequest? = nil, reason: String? = nil) {
        self.code = code
        self.request = request?.description
        self.reason = reason
    }

    /// The error that answers of this kind lead to. For tests.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data(), request: HTTPRequest? = nil) {
        self.init(.status, request: request)
        response = Response(HTTPResponse(status: status, headers: headers, body: body))
    }

    /// The status code of the answer, if there was one.
    public var status: Int? { response?.status }

    /// Whether there is nothing to tell anybody, because the caller gave up.
    public var isCancelled: Bool { code == .cancelled }
}

extension HTTPError.Response {
    init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        bodyPrefix = Data(response.body.prefix(HTTPError.bodyPrefixSize))
    }
}

extension HTTPError.Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the headers that never hold a secret.
    public var description: String { "status \(status), headers \(headers)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
