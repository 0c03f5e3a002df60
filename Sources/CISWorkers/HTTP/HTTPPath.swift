/// The path of an endpoint, relative to the base URL.
///
/// ```swift
/// let path: HTTPPath = "api/players/\(id)/photo"
/// ```
///
/// In the literal parts, slashes and existing escapes are kept, and characters that are not allowed in a path are
/// escaped. Each interpolated value becomes one segment: its slashes and question marks are escaped, so user input
/// cannot lead to another endpoint. If a literal part contains `?` or `#`, or if an interpolated value is empty, `.` or
/// `..`, the request fails with ``HTTPError/Code/invalidRequest``.
public struct HTTPPath: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The percent-encoded path.
    let encoded: String
    /// The path without secrets, for error messages.
    let redacted: String
    /// The reason why the path is invalid.
    let problem: String?

    /// Creates a path from a literal.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// Creates a path from a literal with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.encoded
        redacted = stringInterpolation.redacted
        problem = stringInterpolation.problem
    }

    /// Collects the parts of a path literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var encoded = ""
        fileprivate var redacted = ""
        fileprivate var problem: String?

        /// Creates an empty interpolation. The compiler calls this initializer.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends a literal part.
        public mutating func appendLiteral(_ literal: String) {
            if literal.contains(where: { $0 == "?" || $0 == "#" }) {
                problem = "the path “\(literal)” contains “?” or “#”; pass the query separately"
            }
            encoded += PercentEncoding.escapePath(literal)
            redacted += PercentEncoding.escapePath(literal)
        }

        /// Appends a value as one escaped segment.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value, shown: nil)
        }

        /// Appends a secret value as one escaped segment. Error messages do not show it.
        public mutating func appendInterpolation(secret value: some CustomStringConvertible) {
            append(value, shown: "…")
        }

        private mutating func append(_ value: some CustomStringConvertible, shown: String?) {
            let text = value.description
            if text.isEmpty || text == "." || text == ".." {
                problem = "the value “\(text)” cannot be a path segment; check it before it is used"
            }
            encoded += PercentEncoding.escape(text)
            redacted += shown ?? PercentEncoding.escape(text)
        }
    }
}

extension HTTPPath: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without secrets.
    public var description: String { redacted }

    /// The path without secrets.
    public var debugDescription: String { redacted }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
