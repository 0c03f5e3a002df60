/// What a request asks a server to do.
///
/// The methods of HTTP have names here; any other is `HTTPMethod("LOCK")`. Names are case-sensitive, as in HTTP.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// The name that is sent, such as `GET`.
    public let name: String

    /// A method by its name.
    ///
    /// - Parameters:
    ///   - name: What is sent, such as `LOCK`.
    ///   - isIdempotent: Whether sending it twice has the effect of sending it once. ``RetryPolicy`` repeats no other
    ///     request unless told to.
    public init(_ name: String, isIdempotent: Bool = false) {
        self.name = name
        self.isIdempotent = isIdempotent
    }

    /// Whether sending the request twice has the effect of sending it once (RFC 9110, 9.2.2).
    public let isIdempotent: Bool

    public static let get = HTTPMethod("GET", isIdempotent: true)
    public static let head = HTTPMethod("HEAD", isIdempotent: true)
    public static let put = HTTPMethod("PUT", isIdempotent: true)
    public static let delete = HTTPMethod("DELETE", isIdempotent: true)
    public static let post = HTTPMethod("POST")
    public static let patch = HTTPMethod("PATCH")

    public var description: String { name }
}
