/// Where an endpoint is, relative to the base address.
///
/// ```swift
/// let path: HTTPPath = "api/players/\(id)/photo"
/// ```
///
/// What is written is kept; what is interpolated becomes one segment, with slashes and question marks escaped. So a value
/// that a user has typed cannot lead to another endpoint. An interpolated value that is empty, `.` or `..` has no escaped
/// form and makes the request ``HTTPError/Code/invalidRequest``.
public struct HTTPPath: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Percent-encoded.
    let encoded: String
    /// What an error may show.
    let redacted: String
    /// Why it cannot be used.
    let problem: String?

    /// A path as it is written.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// A path with values in it.
    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.encoded
        redacted = stringInterpolation.redacted
        problem = stringInterpolation.problem
    }

    /// Collects what is written and what is interpolated.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var encoded = ""
        fileprivate var redacted = ""
        fileprivate var problem: String?

        /// Nothing yet. Called by the compiler.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// What is written in the source.
        public mutating func appendLiteral(_ literal: String) {
            if literal.contains(where: { $0 == "?" || $0 == "#" }) {
                problem = "the path “\(literal)” has “?” or “#” in it; give the query as a query"
            }
            encoded += PercentEncoding.escapePath(literal)
            redacted += PercentEncoding.escapePath(literal)
        }

        /// One segment, escaped.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value, shown: nil)
        }

        /// One segment, escaped, that no text of an error shows.
        public mutating func appendInterpolation(secret value: some CustomStringConvertible) {
            append(value, shown: "…")
        }

        private mutating func append(_ value: some CustomStringConvertible, shown: String?) {
            let text = value.description
            if text.isEmpty || text == "." || text == ".." {
                problem = "the value “\(text)” cannot be a segment of a path; check it before it is used"
            }
            encoded += PercentEncoding.escape(text)
            redacted += shown ?? PercentEncoding.escape(text)
        }
    }
}

extension HTTPPath: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path without what is secret.
    public var description: String { redacted }

    /// The path without what is secret.
    public var debugDescription: String { redacted }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
