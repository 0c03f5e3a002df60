public import Foundation

extension HTTPError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// What happened to which request, in one line and without secrets.
    public var description: String {
        var text = sentence
        if let reason { text += ": \(reason)" }
        if let request { text += " (\(request))" }
        return text
    }

    /// The same as ``description``: a debugger's log is a log.
    public var debugDescription: String { description }

    /// The same as ``description``, so that `localizedDescription` says it too.
    public var errorDescription: String? { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private var sentence: String {
        switch code {
        case .invalidRequest: "The request could not be built"
        case .notConnected: "No connection to the server"
        case .connectionLost: "The connection to the server was lost"
        case .notTrusted: "No secure connection to the server"
        case .timedOut: "The server did not answer in time"
        case .cancelled: "The request was cancelled"
        case .tooManyRedirects: "The server redirected too often"
        case .invalidRedirect: "The server redirected to no address"
        case .status: "The server answered with status \(status ?? 0)"
        case .emptyResponse: "The answer is empty"
        case .decoding: "The answer was not understood"
        case .tooLarge: "The answer is too large"
        case .unavailable: "The request was not sent, because those before it failed"
        default: "The request failed"
        }
    }
}
