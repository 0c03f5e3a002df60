public import Foundation

/// The text of a log entry, with its secrets marked.
///
/// ```swift
/// // signed in as ada with <secret>
/// log.info("signed in as \(user) with \(secret: password)")
/// ```
///
/// Values that are marked with `secret:` or have the type ``Secret`` are not written. URLs, also those inside other values,
/// are written without user, password, query values and fragment. Inside another value, a query or a fragment without `=` is
/// recognized only behind `://`, and a URL in JSON also with `:\/\/`. All other values are written, also a URL with percent
/// escapes instead of these marks: mark it with `secret:`.
public struct LogMessage: ExpressibleByStringInterpolation, Sendable, Hashable, CustomStringConvertible {
    /// The text, with `<secret>` in the place of each secret.
    public private(set) var description: String

    /// Creates a message without secrets.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        description = value
    }

    /// Creates a message from a literal with interpolated values.
    ///
    /// - Parameter stringInterpolation: The parts of the literal.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.message
    }

    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = LogMessage(stringLiteral: "")

        /// Creates an empty interpolation. The compiler calls this initializer.
        ///
        /// - Parameters:
        ///   - literalCapacity: Not used.
        ///   - interpolationCount: Not used.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a literal part.
        ///
        /// - Parameter literal: The text.
        public mutating func appendLiteral(_ literal: String) {
            message.description += literal
        }

        /// Appends a value that is not secret, or a ``Secret``.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            message.appendMasked(text: String(describing: value))
        }

        /// Appends `<secret>`.
        ///
        /// - Parameter value: The secret. It is not used.
        public mutating func appendInterpolation<Value>(secret value: Value) {
            message.description += "<secret>"
        }

        /// Appends a URL without user, password, query values and fragment.
        ///
        /// - Parameter url: The URL.
        public mutating func appendInterpolation(_ url: URL) {
            message.appendMasked(address: url.absoluteString[...])
        }

        /// Appends an optional URL without user, password, query values and fragment.
        ///
        /// - Parameter url: The URL. `nil` is written as `nil`.
        public mutating func appendInterpolation(_ url: URL?) {
            if let url {
                message.appendMasked(address: url.absoluteString[...])
            } else {
                message.description += "nil"
            }
        }
    }
}

extension LogMessage {
    /// Appends the description of a value, with the secrets of the URLs in it.
    fileprivate mutating func appendMasked(text: String) {
        var rest = text[...]
        while let mark = rest.firstMark {
            // A relative URL is described as `path?query -- base`.
            let scheme = rest[..<mark.lowerBound].suffix(while: { $0.isLetter || $0.isNumber || "+-.".contains($0) })
            var start = scheme.startIndex
            if rest[..<start].hasSuffix(" -- ") {
                start = rest[..<start].dropLast(4).suffix(while: { !$0.isWhitespace }).startIndex
                appendMasked(queriesIn: rest[..<start])
                let relative = rest[start..<scheme.startIndex].dropLast(4)
                appendMasked(address: relative)
                appendText(" -- ")
                start = scheme.startIndex
            } else {
                appendMasked(queriesIn: rest[..<start])
            }
            let address = rest[start...].leadingAddress
            appendMasked(address: address)
            rest = rest[address.endIndex...]
        }
        appendMasked(queriesIn: rest)
    }

    /// Appends a text without `://`. In it, a query or a fragment with values is that of a relative URL, or of one such as
    /// `app:/sign-in?code=…`.
    private mutating func appendMasked(queriesIn text: Substring) {
        var rest = text
        // Most values contain none of these bytes, and the search for the expression is slow.
        while rest.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
            let mark = rest.firstMatch(of: /[?#][\w.~%&;:,\/\[\]\-]+=/)
        {
            appendText(rest[..<mark.range.lowerBound])
            let query = rest[mark.range.lowerBound...].leadingAddress
            appendMasked(address: query)
            rest = rest[query.endIndex...]
        }
        appendText(rest)
    }

    /// Appends a URL without user and password, and with its query values and its fragment as secrets. An item of the query
    /// without a value may itself be a secret.
    fileprivate mutating func appendMasked(address: Substring) {
        let beforeFragment = address.prefix { $0 != "#" }
        let beforeQuery = beforeFragment.prefix { $0 != "?" }
        var rest = beforeQuery
        // The path may contain another URL, as that of a proxy does.
        while let mark = rest.firstMark {
            let authority = rest[mark.upperBound...].prefix { $0 != "/" }
            let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
            appendText(rest[..<mark.upperBound])
            appendText(host)
            rest = rest[authority.endIndex...]
        }
        appendText(rest)
        if beforeQuery.endIndex < beforeFragment.endIndex {
            appendText("?")
            let items = beforeFragment[beforeQuery.endIndex...].dropFirst()
            for (index, item) in items.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { appendText("&") }
                let name = item.firstIndex(of: "=").map { item[...$0] } ?? item.prefix(0)
                appendText(name)
                appendSecret(item.dropFirst(name.count))
            }
        }
        if beforeFragment.endIndex < address.endIndex {
            appendText("#")
            appendSecret(address[beforeFragment.endIndex...].dropFirst())
        }
    }

    private mutating func appendText(_ text: Substring) {
        description += text
    }

    private mutating func appendSecret(_ text: Substring) {
        if !text.isEmpty { description += "<secret>" }
    }
}

extension Substring {
    /// The first `://`, or `:\/\/` as Foundation writes it in JSON. Bytes are compared, because most values are long and contain
    /// none.
    fileprivate var firstMark: Range<Index>? {
        var start = startIndex
        while let colon = utf8[start...].firstIndex(of: UInt8(ascii: ":")) {
            for mark in ["://", #":\/\/"#] where utf8[colon...].starts(with: mark.utf8) {
                return colon..<utf8.index(colon, offsetBy: mark.utf8.count)
            }
            start = utf8.index(after: colon)
        }
        return nil
    }

    /// The URL at the beginning of the text, without the characters that close what it is written in.
    fileprivate var leadingAddress: Substring {
        let address = prefix { !$0.isWhitespace && !"\"<>`".contains($0) }
        return address[..<address.suffix(while: { "]),;}.'".contains($0) }).startIndex]
    }

    /// The longest end of the text whose characters all satisfy a condition.
    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        self[(lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex)...]
    }
}
