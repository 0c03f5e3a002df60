public import Foundation

/// The text of a log entry, with its secrets marked.
///
/// ```swift
/// log.info("signed in as \(user) with \(secret: password)")     // signed in as ada with <secret>
/// ```
///
/// Values that are marked with `secret:` or have the type ``Secret`` are not written. URLs are written without user,
/// password, query values and fragment. All other values are written.
public struct LogMessage: ExpressibleByStringInterpolation, Sendable, Hashable, CustomStringConvertible {
    private enum Part: Sendable, Hashable {
        case text(String)
        case secret(String)
    }

    private var parts: [Part] = []

    /// Creates a message without secrets.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        parts = [.text(value)]
    }

    /// Creates a message from a literal with interpolated values.
    ///
    /// - Parameter stringInterpolation: The parts of the literal.
    public init(stringInterpolation: StringInterpolation) {
        parts = stringInterpolation.message.parts
    }

    /// The text, with `<secret>` in the place of each secret.
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
            message.parts.append(.text(literal))
        }

        /// Appends a value that is not secret.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            message.parts.append(.text(String(describing: value)))
        }

        /// Appends a secret value.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(secret value: Value) {
            message.parts.append(.secret(String(describing: value)))
        }

        /// Appends a secret value.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value>(_ value: Secret<Value>) {
            message.parts.append(.secret(String(describing: value.wrappedValue)))
        }

        /// Appends a URL without user, password, query values and fragment.
        ///
        /// - Parameter url: The URL.
        public mutating func appendInterpolation(_ url: URL) {
            message.appendMasked(url)
        }

        /// Appends an optional URL without user, password, query values and fragment.
        ///
        /// - Parameter url: The URL. `nil` is written as `nil`.
        public mutating func appendInterpolation(_ url: URL?) {
            if let url { message.appendMasked(url) } else { message.parts.append(.text("nil")) }
        }
    }
}

extension LogMessage: CustomReflectable {
    /// An empty mirror, so that `dump` shows no secrets.
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
