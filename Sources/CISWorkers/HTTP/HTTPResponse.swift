public import Foundation

/// What a server answered.
///
/// As text it shows the status and nothing of the body.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code, such as 404.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    /// The content, decompressed. Empty if there was none.
    public let body: Data

    /// An answer. Only tests and transports of your own need to make one.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, the headers that never hold a secret, and the size.
    public var description: String { "status \(status), headers \(headers), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
