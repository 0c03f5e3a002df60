/// An HTTP method.
///
/// Use the constants, or ``init(_:isIdempotent:)`` for another method. Names are case-sensitive, as in HTTP.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `GET`.
    public let name: String
    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, 9.2.2).
    ///
    /// If a method is not idempotent, its requests are repeated only if ``Endpoint/mayBeRepeated`` is set.
    public let isIdempotent: Bool

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - name: The name, such as `LOCK`.
    ///   - isIdempotent: Whether sending a request twice has the same effect as sending it once.
    public init(_ name: String, isIdempotent: Bool = false) {
        self.name = name
        self.isIdempotent = isIdempotent
    }

    /// Reads a resource. The request has no body.
    public static let get = HTTPMethod("GET", isIdempotent: true)
    /// Reads only the headers of a resource.
    public static let head = HTTPMethod("HEAD", isIdempotent: true)
    /// Replaces a resource.
    public static let put = HTTPMethod("PUT", isIdempotent: true)
    /// Deletes a resource.
    public static let delete = HTTPMethod("DELETE", isIdempotent: true)
    /// Creates a resource, or does something else. Sending it twice may create two resources.
    public static let post = HTTPMethod("POST")
    /// Changes a part of a resource.
    public static let patch = HTTPMethod("PATCH")

    /// The name.
    public var description: String { name }
}
