import Foundation

/// The name of a use case or an action: a case of an enumeration.
package struct MemberName: Hashable, Sendable, CustomStringConvertible {
    /// The name, composed (Unicode NFC), with a lower-case first letter.
    package let text: String

    package var description: String { text }

    /// - Parameters:
    ///   - text: The name as typed. `FetchPage` and `fetchPage` are the same case.
    ///   - kind: The kind of name for the message, such as "a use case".
    /// - Throws: ``GeneratorError`` if a case cannot have this name.
    package init(_ text: String, kind: String) throws {
        let name = text.precomposedStringWithCanonicalMapping
        try require(
            SwiftIdentifier.isName(name), "'\(name)' is not a Swift identifier, so it cannot name \(kind).",
            remedy: "Use letters, digits and _: FetchPage. Add associated values by hand afterwards.")
        let small = name.prefix(1).lowercased() + name.dropFirst()
        try require(
            !SwiftIdentifier.keywords.contains(small), "'\(small)' cannot name \(kind): it is a word of Swift.",
            remedy: "Add a word: \(small)Page.")
        self.text = small
    }
}
