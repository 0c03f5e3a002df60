/// What a request asks a server to do.
///
/// The usual methods have names here; any other is made with ``init(_:isIdempotent:)``. Names are case-sensitive, as in
/// HTTP.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// What is sent, such as `GET`.
    public let name: String
    /// Whether sending a request twice has the effect of sending it once (RFC 9110, 9.2.2).
    ///
    /// Requests with other methods are never repeated by themselves: see ``Endpoint/mayBeRepeated``.
    public let isIdempotent: Bool

    /// A method by its name.
    ///
    /// - Parameters:
    ///   - name: What is sent, such as `LOCK`.
    ///   - isIdempotent: Whether sending it twice has the effect of sending it once.
    public init(_ name: String, isIdempotent: Bool = false) {
        self.name = name
        self.isIdempotent = isIdempotent
    }

    /// Reads. A `GET` has no body.
    public static let get = HTTPMethod("GET", isIdempotent: true)
    /// Reads the headers alone.
    public static let head = HTTPMethod("HEAD", isIdempotent: true)
    /// Replaces.
    public static let put = HTTPMethod("PUT", isIdempotent: true)
    /// Removes.
    public static let delete = HTTPMethod("DELETE", isIdempotent: true)
    /// Creates, or whatever else the server makes of it. Twice may create two.
    public static let post = HTTPMethod("POST")
    /// Changes a part.
    public static let patch = HTTPMethod("PATCH")

    /// The name.
    public var description: String { name }
}
