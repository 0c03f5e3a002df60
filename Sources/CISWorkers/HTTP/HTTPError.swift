public import Foundation

/// The error of a request.
///
/// Use ``code`` to distinguish errors. More codes may be added.
///
/// ```swift
/// switch error.code {
/// case .notConnected: "No internet connection"
/// case .status where error.status == 404: "No such player"
/// default: "Something went wrong"
/// }
/// ```
///
/// **Cancellation.** ``Code/cancelled`` is thrown only if the caller's own task was cancelled. In an action of a scene,
/// the store then drops the mutations that follow. If a newer search cancels an older one, the older one therefore
/// shows no alert, and you need no code for this case.
///
/// **Secrets.** The text of an error contains no header values, no query values and no part of a body. This also
/// applies to `String(reflecting:)` and `dump`. Use ``response`` to read the response.
public struct HTTPError: Error, Sendable {
    /// The kind of an error.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case invalidRequest, notConnected, connectionLost, notTrusted, timedOut, cancelled, tooManyRedirects
            case invalidRedirect
            case status, emptyResponse, decoding, tooLarge, notSaved, unavailable
        }
        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The request is invalid or not supported by the transport, and was not sent, except for a file that became
        /// shorter meanwhile. The program or its input is wrong.
        public static let invalidRequest = Code(.invalidRequest)
        /// No connection could be made: there is no network, the host is unknown, or it does not accept connections.
        public static let notConnected = Code(.notConnected)
        /// The connection broke before the response was complete, or the response was not HTTP. The server may have
        /// processed the request.
        public static let connectionLost = Code(.connectionLost)
        /// No secure connection could be made, for example because the certificate has expired, belongs to another host
        /// or was issued by an unknown authority. Also thrown for a redirect from `https` to `http`. The request is not
        /// repeated.
        public static let notTrusted = Code(.notTrusted)
        /// No data was sent or received for the duration of the timeout, or the deadline has passed. The server may
        /// have processed the request.
        public static let timedOut = Code(.timedOut)
        /// The caller's task was cancelled.
        public static let cancelled = Code(.cancelled)
        /// There were more redirects than the configuration allows.
        public static let tooManyRedirects = Code(.tooManyRedirects)
        /// The server redirected to an invalid URL: it is empty, has no host, or its scheme is not `http` or `https`.
        /// With `CurlTransport`, also thrown for several different targets, as in browsers, because one of them may come
        /// from an attacker.
        public static let invalidRedirect = Code(.invalidRedirect)
        /// The endpoint does not accept the status code of the response. See ``HTTPError/status``.
        public static let status = Code(.status)
        /// The response has no content, but the decoder needs some.
        public static let emptyResponse = Code(.emptyResponse)
        /// The response could not be decoded. See ``HTTPError/decodingPath``.
        public static let decoding = Code(.decoding)
        /// The response is larger than the configuration allows, or than a file can be. It was not read completely.
        public static let tooLarge = Code(.tooLarge)
        /// The content of the response could not be written to its file, for example because the disk is full or the
        /// folder was removed. The text contains the name of the file. Only transports that save files throw this code.
        public static let notSaved = Code(.notSaved)
        /// The request was not sent, because previous requests failed. A client never throws this code. It is for
        /// callers that give up early; see <doc:Networking>.
        public static let unavailable = Code(.unavailable)

        /// The name, such as `timedOut`.
        public var description: String { kind.rawValue }
    }

    /// The status, the headers and the beginning of a response.
    public struct Response: Sendable, Equatable {
        /// The status code, such as 404.
        public let status: Int
        /// The headers.
        public let headers: HTTPHeaders
        /// At most the first ``HTTPError/bodyPrefixSize`` bytes of the content.
        public let bodyPrefix: Data
    }

    /// The maximum number of content bytes in ``Response/bodyPrefix``.
    public static let bodyPrefixSize = 1024

    /// The kind of the error.
    public let code: Code
    /// The response, if the code is ``Code/status``, ``Code/emptyResponse`` or ``Code/decoding``.
    public internal(set) var response: Response?
    /// The position of the error in the JSON, such as `results[3].genre`, if the code is ``Code/decoding``. It may
    /// contain keys of dictionaries, which are part of the content. The text of the error omits these keys.
    public internal(set) var decodingPath: String?
    /// The delay that the server has requested with `Retry-After`, if the code is ``Code/status``.
    public internal(set) var retryAfter: Duration?

    /// The method and the URL, without secrets.
    var request: String?
    /// Details of the error as part of a sentence. It contains no secrets.
    var reason: String?

    /// Creates an error, for tests and for your own transport.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - request: The request. It becomes part of the text, without its secrets.
    ///   - reason: Details that become part of the text. They must not contain a secret.
    public init(_ code: Code, request: HTTPRequest? = nil, reason: String? = nil) {
        self.code = code
        self.request = request?.description
        self.reason = reason
    }

    /// Creates the error for a response with a status that the endpoint does not accept, for tests.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data(), request: HTTPRequest? = nil) {
        self.init(.status, request: request)
        response = Response(HTTPResponse(status: status, headers: headers, body: body))
    }

    /// The status code of the response, if there was one.
    public var status: Int? { response?.status }

    /// Whether the caller's task was cancelled. Such an error does not need to be shown to the user.
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
    /// The status and the headers, without secrets.
    public var description: String { "status \(status), headers \(headers)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
