public import Foundation

extension HTTPError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// The error and its request in one line, without secrets.
    public var description: String {
        var text = sentence
        if let reason { text += ": \(reason)" }
        if let request { text += " (\(request))" }
        return text
    }

    /// The same as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// The same as ``description``, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private var sentence: String {
        switch code {
        case .invalidRequest: "The request could not be built"
        case .notConnected: "No connection to the server"
        case .connectionLost: "The connection to the server was lost"
        case .notTrusted: "No secure connection could be made to the server"
        case .timedOut: "The server did not answer in time"
        case .cancelled: "The request was cancelled"
        case .tooManyRedirects: "The server redirected too often"
        case .invalidRedirect: "The server redirected to an invalid URL"
        case .status: "The server answered with status \(status ?? 0)"
        case .emptyResponse: "The response is empty"
        case .decoding: "The response could not be decoded"
        case .tooLarge: "The response is too large"
        case .notSaved: "The response could not be saved"
        case .unavailable: "The request was not sent, because previous requests failed"
        default: "The request failed"
        }
    }
}
