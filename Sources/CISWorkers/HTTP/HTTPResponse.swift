public import Foundation

/// The response of a server.
///
/// Descriptions show the status and the headers without secrets, but not the body.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code, such as 404.
    public let status: Int
    /// The headers.
    public let headers: HTTPHeaders
    /// The decompressed content. It may be empty.
    public let body: Data

    /// Creates a response, for tests and for your own transport.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status, the headers without secrets, and the size of the content.
    public var description: String { "status \(status), headers \(headers), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
