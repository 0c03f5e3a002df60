import Foundation

/// The name of a use case or an action: a case of an enumeration.
package struct MemberName: Hashable, Sendable, CustomStringConvertible {
    /// In Unicode's composed form, beginning with a small letter.
    package let text: String

    package var description: String { text }

    /// - Parameters:
    ///   - text: As typed: `FetchPage` and `fetchPage` are the same case.
    ///   - kind: What it is, for the message: "a use case" or "an action".
    /// - Throws: ``GeneratorError`` when the text cannot name a case.
    package init(_ text: String, kind: String) throws {
        let name = text.precomposedStringWithCanonicalMapping
        guard SwiftIdentifier.isName(name) else {
            throw GeneratorError(
                "'\(name)' is not a Swift identifier, so it cannot name \(kind).",
                remedy: "Use letters, digits and _: FetchPage. Associated values are added by hand afterwards.")
        }
        let small = name.prefix(1).lowercased() + name.dropFirst()
        guard !SwiftIdentifier.keywords.contains(small) else {
            throw GeneratorError(
                "'\(small)' cannot name \(kind): Swift keeps the word for itself.",
                remedy: "Add a word: \(small)Page.")
        }
        self.text = small
    }
}
