import Foundation

/// Provides the `Authorization` header of requests. An ``HTTPClient`` asks for the header before each attempt.
///
/// Use ``BasicAuthorization``, ``BearerAuthorization`` or ``RefreshingAuthorization``, or your own type. The header is
/// only sent to the server of the configuration, not to the target of a redirect to another server.
public protocol HTTPAuthorization: Sendable {
    /// Returns the value of the `Authorization` header, or `nil` to send no header.
    func header() async throws(HTTPError) -> String?

    /// Handles a response with status 401.
    ///
    /// - Parameter header: The header of the rejected request.
    /// - Returns: Whether to send the request once more, with the result of ``header()``.
    func renew(rejected header: String?) async throws(HTTPError) -> Bool
}

extension HTTPAuthorization {
    /// Returns `false`: a status of 401 is not handled.
    public func renew(rejected header: String?) async throws(HTTPError) -> Bool { false }
}

/// Sends a user name and a password with every request (RFC 7617).
public struct BasicAuthorization: HTTPAuthorization {
    private let value: String

    /// Creates an authorization.
    ///
    /// - Parameters:
    ///   - user: The user name, which must not contain a colon.
    ///   - password: The password. It is encoded but not encrypted; use it with `https`.
    public init(user: String, password: String) {
        value = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// Returns the same header for every request.
    public func header() async throws(HTTPError) -> String? { value }
}

/// Sends a token with every request (RFC 6750), if there is one.
public struct BearerAuthorization: HTTPAuthorization {
    private let token: @Sendable () async throws(HTTPError) -> String?

    /// Creates an authorization.
    ///
    /// - Parameter token: Returns the current token. With `nil` the request is sent without the header.
    public init(_ token: @escaping @Sendable () async throws(HTTPError) -> String?) {
        self.token = token
    }

    /// Returns the header with the current token.
    public func header() async throws(HTTPError) -> String? {
        try await token().map { "Bearer \($0)" }
    }
}

extension BasicAuthorization: CustomReflectable {
    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
