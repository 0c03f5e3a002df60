import Foundation

/// Says who sends a request. Injected into an ``HTTPClient``, which asks it before each attempt.
///
/// ``BasicAuthorization``, ``BearerAuthorization`` and ``RefreshingAuthorization`` are the usual ones. The header that it
/// sets goes to the server of the configuration alone: a redirect elsewhere does without.
public protocol HTTPAuthorization: Sendable {
    /// The value of the `Authorization` header, `nil` to send none.
    func header() async throws(HTTPError) -> String?

    /// Called when the server has answered with 401.
    ///
    /// - Parameter header: What the rejected request was sent with.
    /// - Returns: Whether the request is worth sending once more, with a new header.
    func renew(rejected header: String?) async throws(HTTPError) -> Bool
}

extension HTTPAuthorization {
    /// There is nothing to renew: 401 is an answer like any other.
    public func renew(rejected header: String?) async throws(HTTPError) -> Bool { false }
}

/// A name and a password with every request (RFC 7617).
public struct BasicAuthorization: HTTPAuthorization {
    private let value: String

    /// - Parameters:
    ///   - user: Without a colon, which would end it.
    ///   - password: Sent in a form that everybody who sees the request can read.
    public init(user: String, password: String) {
        value = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// The same for every request.
    public func header() async throws(HTTPError) -> String? { value }
}

/// A token with every request (RFC 6750), as long as there is one.
public struct BearerAuthorization: HTTPAuthorization {
    private let token: @Sendable () async throws(HTTPError) -> String?

    /// - Parameter token: Where the token is kept. `nil`: the request is sent without.
    public init(_ token: @escaping @Sendable () async throws(HTTPError) -> String?) {
        self.token = token
    }

    /// The current token.
    public func header() async throws(HTTPError) -> String? {
        try await token().map { "Bearer \($0)" }
    }
}

extension BasicAuthorization: CustomReflectable {
    /// Has no children, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
