/// A declaration with a body, found by its keyword.
struct Declaration {
    /// The file that contains it.
    let source: SourceText
    let name: String
    /// The token of the keyword.
    let start: Int
    /// The tokens between the name and the body.
    let heading: Range<Int>
    /// The tokens in the body, without the braces. Empty if there is no body.
    let body: Range<Int>
    let hasBody: Bool

    /// The heading and the body.
    var tokens: Range<Int> { heading.lowerBound..<body.upperBound }
    var line: Int { source.line(of: start) }
    /// The functions in it, and in the types in it.
    var functions: [Declaration] { source.declarations(["func"], in: body) }
    /// The modifiers, and the names of the attributes.
    var modifiers: Set<String> { source.modifiers(before: start) }

    /// Returns whether the heading contains a word.
    func isHeaded(by word: String) -> Bool { heading.contains { source.token($0, is: word) } }

    /// The keywords of the declarations that can be found.
    private static let keywords: Set<String> = [
        "actor", "class", "enum", "extension", "func", "protocol", "struct", "typealias",
    ]

    /// Returns where declarations begin.
    static func starts(in tokens: [SourceText.Token]) -> [Int] {
        tokens.indices.dropLast().filter { index in
            guard keywords.contains(tokens[index].text), index == 0 || tokens[index - 1].text != ".",
                tokens[index + 1].isWord
            else { return false }
            // In `class func` and `class var` the keyword is a modifier.
            return !SwiftIdentifier.keywords.contains(tokens[index + 1].text) || tokens[index].text == "func"
        }
    }
}

extension SourceText {
    /// Returns the declarations with one of the keywords in the order of the source, including nested ones.
    ///
    /// - Parameter range: The tokens to search. If it is `nil`, all tokens.
    func declarations(_ keywords: Set<String>, in range: Range<Int>? = nil) -> [Declaration] {
        let range = range ?? tokens.indices
        return declarationStarts.filter { range.contains($0) && keywords.contains(tokens[$0].text) }
            .map(declaration(at:))
    }

    private func declaration(at start: Int) -> Declaration {
        // `extension Movies.State`
        let (name, headingStart) = dottedName(at: start + 1)
        var index = headingStart
        let ends: Set<String> = [
            "func", "var", "let", "init", "case", "subscript", "struct", "enum", "import", "{", "}", ";",
        ]
        while index < tokens.count, !ends.contains(tokens[index].text) {
            index = (tokens[index].text == "(" || tokens[index].text == "[") ? (partner[index] ?? index) + 1 : index + 1
        }
        let close = token(index, is: "{") ? partner[index] : nil
        return Declaration(
            source: self, name: name, start: start, heading: headingStart..<min(index, tokens.count),
            body: close.map { index + 1..<$0 } ?? index..<index, hasBody: close != nil)
    }

    /// Returns a name such as `Movies.State`, and the token after it.
    func dottedName(at start: Int) -> (name: String, end: Int) {
        var name = tokens[start].text
        var end = start + 1
        while token(end, is: "."), isWord(end + 1) {
            name += "." + tokens[end + 1].text
            end += 2
        }
        return (name, end)
    }

    /// The names of the types that other files of the module can use: those at the top level that are not private.
    var typesOfModule: [String] {
        let types = declarations(["actor", "class", "enum", "protocol", "struct", "typealias"])
        let top = Set(surface(of: tokens.indices))
        return types.filter { type in
            top.contains(type.start) && type.modifiers.isDisjoint(with: ["private", "fileprivate"])
        }.map(\.name)
    }

    /// Returns the modifiers and the names of the attributes before a keyword.
    func modifiers(before start: Int) -> Set<String> {
        let known: Set<String> = [
            "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "override",
            "nonisolated", "mutating", "isolated", "consuming", "borrowing",
        ]
        var found: Set<String> = []
        var index = start - 1
        while index >= 0, known.contains(tokens[index].text) || token(index - 1, is: "@") || token(index, is: ")") {
            if token(index, is: ")"), let open = partner[index] {
                index = open - 1
                continue
            }
            found.insert(tokens[index].text)
            index -= token(index - 1, is: "@") ? 2 : 1
        }
        return found
    }
}

extension [SourceText] {
    /// Returns the declarations of a name, and the extensions if they are among the keywords, in the order of the
    /// files.
    func declarations(_ keywords: Set<String>, named name: String) -> [Declaration] {
        flatMap { $0.declarations(keywords).filter { $0.name == name && $0.hasBody } }
    }

    /// Returns a type inside another type, or inside an extension of it.
    func nested(_ keyword: String, _ inner: String, in outer: String) -> Declaration? {
        declarations(["enum", "struct", "extension"], named: outer).lazy
            .flatMap { $0.source.declarations([keyword], in: $0.body) }.first { $0.name == inner && $0.hasBody }
    }

    /// Returns a function of a type, or of an extension of it.
    func function(_ name: String, of type: String) -> Declaration? {
        declarations(["class", "extension", "actor", "struct", "enum"], named: type).lazy
            .flatMap(\.functions).first { $0.name == name && $0.hasBody }
    }
}
