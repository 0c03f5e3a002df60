import Foundation

/// The name of a scene: its type, and the prefix of its files.
package struct SceneName: Hashable, Sendable, CustomStringConvertible {
    /// The name, composed (Unicode NFC), so that the file system and the compiler always get the same bytes.
    package let text: String

    package var description: String { text }

    /// The maximum length. With it, lines that the formatter cannot break stay within 120 columns.
    static let limit = 26

    /// - Parameter text: The name as typed.
    /// - Throws: ``GeneratorError`` if a scene cannot have this name.
    package init(_ text: String) throws {
        let name = text.precomposedStringWithCanonicalMapping
        try require(
            SwiftIdentifier.isName(name), "'\(name)' is not a Swift identifier.",
            remedy: "Use letters, digits and _, beginning with a letter: Movies, MovieList, 영화.")
        try require(
            name.first?.isLowercase != true && name.first != "_", "'\(name)' cannot name a scene: a scene is a type.",
            remedy: "Begin with a capital letter: \(Self.capitalised(name)).")
        try require(
            name.count <= Self.limit,
            "'\(name)' has \(name.count) characters; a scene's name has at most \(Self.limit).",
            remedy: "Choose a shorter name: files and types get longer names.")
        if let taken = Self.taken(name) {
            throw GeneratorError(
                "'\(name)' cannot name a scene: \(taken)", remedy: "Choose another name, such as \(name)Screen.")
        }
        self.text = name
    }

    private static func capitalised(_ name: String) -> String {
        let letters = name.drop { $0 == "_" }
        return letters.isEmpty ? "Movies" : letters.prefix(1).uppercased() + letters.dropFirst()
    }

    private static func taken(_ name: String) -> String? {
        if SwiftIdentifier.keywords.contains(name) { return "it is a word of Swift." }
        if reserved.contains(name) { return "the scene's code, or a front end, uses the name for something else." }
        let parts = suffixes.map { name + $0 }
        if let part = parts.first(where: { reserved.contains($0) }) {
            return "its type \(part) would have the name of a type of the library."
        }
        return nil
    }

    /// The suffixes of a scene's types.
    private static let suffixes = ["Controller", "Interactor", "Store", "Worker", "WorkerDouble", "Fixture", "Tests"]

    /// The types of the library and of its test tools, and the other types that generated code and front ends use.
    private static let reserved = Set(
        String(decoding: PackageResources.ReservedNames_txt, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .map(String.init))
}
