/// An HTTP method.
///
/// Use the constants, or ``init(_:isIdempotent:)`` for another method. Names are case-sensitive, as in HTTP. Methods with
/// the same name are equal.
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
    ///   - isIdempotent: Whether sending a request twice has the same effect as sending it once. `nil` is what RFC 9110
    ///     says of the method, and `false` for a method that it does not name.
    public init(_ name: String, isIdempotent: Bool? = nil) {
        self.name = name
        self.isIdempotent = isIdempotent ?? ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(name)
    }

    /// Reads a resource. The request has no body.
    public static let get = HTTPMethod("GET")
    /// Reads only the headers of a resource.
    public static let head = HTTPMethod("HEAD")
    /// Replaces a resource.
    public static let put = HTTPMethod("PUT")
    /// Deletes a resource.
    public static let delete = HTTPMethod("DELETE")
    /// Creates a resource, or does something else. Sending it twice may create two resources.
    public static let post = HTTPMethod("POST")
    /// Changes a part of a resource.
    public static let patch = HTTPMethod("PATCH")

    /// Compares the names.
    public static func == (lhs: HTTPMethod, rhs: HTTPMethod) -> Bool { lhs.name == rhs.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
