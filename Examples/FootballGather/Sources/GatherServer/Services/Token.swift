import Foundation

/// FG-API-M2: what a client proves with who it is. The database has only its hash, so nobody who reads the database can use it.
package struct Token: Sendable, CustomStringConvertible, CustomReflectable {
    /// Base64 of 32 random bytes.
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// From the system's generator, which cannot be foretold.
    static func random() -> Token {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Token(Data(bytes).base64EncodedString())
    }

    /// It needs no salt and no slow function: nobody can try 2²⁵⁶ tokens.
    var hash: String { sha256(text) }

    package var description: String { "<secret>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
