import Foundation

/// FG-API-M2: proves that a client has logged in. The database contains only its hash, which cannot be used to log in.
package struct Token: Sendable, CustomStringConvertible, CustomReflectable {
    /// Base64 of 32 random bytes.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Returns a new token from the system's random number generator, which cannot be predicted.
    static func random() -> Token {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Token(Data(bytes).base64EncodedString())
    }

    /// The hash that is stored. It needs neither a salt nor a slow function, because 2²⁵⁶ tokens are too many to try.
    var hash: String { sha256(text) }

    package var description: String { "<secret>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
