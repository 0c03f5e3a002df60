/// Checks text that becomes an identifier in Swift source.
enum SwiftIdentifier {
    /// Returns whether the text is an identifier of letters, digits and `_`. Swift also accepts emoji and signs.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    }

    /// Words that cannot name a case, a type or a module.
    static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while", "_",
    ]
}
