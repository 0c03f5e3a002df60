public import Foundation

/// The text of a log entry, which knows what in it is secret.
///
/// ```swift
/// log.info("signed in as \(user) with \(secret: password)")     // signed in as ada with <secret>
/// ```
///
/// Marked with `secret:`, or of the type ``Secret``, a value is not written. Of a URL, user, password and the values of
/// its query are not. Anything else is written as it is: mark what nobody should read.
public struct LogMessage: ExpressibleByStringInterpolation, Sendable, Hashable, CustomStringConvertible {
    private enum Part: Sendable, Hashable {
        case text(String)
        case secret(String)
    }

    private var parts: [Part] = []

    /// Makes a message without secrets.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        parts = [.text(value)]
    }

    /// Makes a message from a literal with values in it.
    ///
    /// - Parameter stringInterpolation: What the compiler made of the literal.
    public init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.message.parts
    }

    /// The text, with `<secret>` for each secret.
    public var description: String { text(revealingSecrets: false) }

    func text(revealingSecrets: Bool) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let value): text += value
            case .secret(let value): text += revealingSecrets ? value : "<secret>"
            }
        }
    }

    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var message = LogMessage(stringLiteral: "")

        /// Begins a literal.
        ///
        /// - Parameters:
        ///   - literalCapacity: Not used.
        ///   - interpolationCount: Not used.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends what is not a value.
        ///
        /// - Parameter literal: The text.
        public mutating func appendLiteral(_ literal: String) {
            message.parts.append(.text(literal))
        }

        /// Appends a value that anybody may read.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            message.parts.append(.text(String(describing: value)))
        }

        /// Appends a value that nobody should read.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(secret value: Value) {
            message.parts.append(.secret(String(describing: value)))
        }

        /// Appends a value that nobody should read.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(_ value: Secret<Value>) {
            message.parts.append(.secret(String(describing: value.wrappedValue)))
        }

        /// Appends a URL without user, password and the values of its query, which often are secrets.
        ///
        /// - Parameter url: The URL.
        public mutating func appendInterpolation(_ url: URL) {
            message.appendMasked(url)
        }

        /// Appends a URL that may be missing, in the same way.
        ///
        /// - Parameter url: The URL. `nil` is written as it is.
        public mutating func appendInterpolation(_ url: URL?) {
            if let url { message.appendMasked(url) } else { message.parts.append(.text("nil")) }
        }
    }
}

extension LogMessage: CustomReflectable {
    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension LogMessage {
    fileprivate mutating func appendMasked(_ url: URL) {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return parts.append(.secret(url.absoluteString))
        }
        components.user = nil
        components.password = nil
        let items = components.percentEncodedQueryItems ?? []
        let fragment = components.percentEncodedFragment
        components.query = nil
        components.fragment = nil
        parts.append(.text(components.string ?? ""))
        for (index, item) in items.enumerated() {
            parts.append(.text("\(index == 0 ? "?" : "&")\(item.name)\(item.value == nil ? "" : "=")"))
            if let value = item.value { parts.append(.secret(value)) }
        }
        if let fragment {
            parts.append(.text("#"))
            parts.append(.secret(fragment))
        }
    }
}
