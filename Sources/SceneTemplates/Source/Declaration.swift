/// A declaration with a body, found by its keyword.
struct Declaration {
    let name: String
    /// The token of the keyword.
    let start: Int
    /// The tokens between the name and the body.
    let heading: Range<Int>
    /// The tokens in the body, without the braces. Empty if there is no body.
    let body: Range<Int>
    let hasBody: Bool
}

extension SourceText {
    /// Returns the declarations with one of the keywords in the order of the source, including nested ones.
    ///
    /// - Parameters:
    ///   - keywords: The keywords to look for. All are in `declaring`.
    ///   - range: The tokens to search. If it is `nil`, all tokens.
    func declarations(_ keywords: Set<String>, in range: Range<Int>? = nil) -> [Declaration] {
        assert(keywords.isSubset(of: Self.declaring))
        let range = range ?? tokens.indices
        return declarationStarts.filter { range.contains($0) && keywords.contains(tokens[$0].text) }
            .map(declaration(at:))
    }

    /// The keywords of the declarations that can be found.
    private static let declaring: Set<String> = [
        "actor", "class", "enum", "extension", "func", "protocol", "struct", "typealias",
    ]

    /// Returns where declarations begin. It runs once for each file, because the declarations are needed often.
    func findDeclarations() -> [Int] {
        tokens.indices.filter { index in
            guard Self.declaring.contains(tokens[index].text), !token(index - 1, is: "."), isWord(index + 1) else {
                return false
            }
            // In `class func` and `class var` the keyword is a modifier.
            return !SwiftIdentifier.keywords.contains(tokens[index + 1].text) || tokens[index].text == "func"
        }
    }

    private func declaration(at start: Int) -> Declaration {
        var name = tokens[start + 1].text
        var index = start + 2
        // `extension Movies.State`
        while token(index, is: "."), isWord(index + 1) {
            name += "." + tokens[index + 1].text
            index += 2
        }
        let headingStart = index
        let ends: Set<String> = [
            "func", "var", "let", "init", "case", "subscript", "struct", "enum", "import", "}", ";",
        ]
        while index < tokens.count, tokens[index].text != "{" {
            if ends.contains(tokens[index].text) { break }
            index = (tokens[index].text == "(" || tokens[index].text == "[") ? (partner[index] ?? index) + 1 : index + 1
        }
        let heading = headingStart..<min(index, tokens.count)
        guard token(index, is: "{"), let close = partner[index] else {
            return Declaration(name: name, start: start, heading: heading, body: index..<index, hasBody: false)
        }
        return Declaration(name: name, start: start, heading: heading, body: index + 1..<close, hasBody: true)
    }

    /// The names of the types that other files of the module can use: those at the top level that are not private.
    var typesOfModule: [String] {
        let types = declarations(["actor", "class", "enum", "protocol", "struct", "typealias"])
        let top = Set(surface(of: tokens.indices))
        return types.filter { type in
            top.contains(type.start) && modifiers(of: type).isDisjoint(with: ["private", "fileprivate"])
        }.map(\.name)
    }

    /// Returns the modifiers of a declaration, and the names of its attributes.
    func modifiers(of declaration: Declaration) -> Set<String> { modifiers(before: declaration.start) }

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

    /// Returns the indices of the tokens in a range that are not inside brackets.
    func surface(of range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            found.append(index)
            if ["(", "[", "{"].contains(tokens[index].text), let close = partner[index], close < range.upperBound {
                index = close
            } else {
                index += 1
            }
        }
        return found
    }
}

/// A case of an enumeration.
struct EnumCase {
    let name: String
    /// The token of its name.
    let start: Int
    /// The token after it and its associated values.
    let end: Int
}

/// A case of a switch.
struct SwitchCase {
    /// The names after the dots in its patterns: `a` and `b` for `.a, .b(let x)`.
    let names: [String]
    /// The token `case`, or `default`.
    let start: Int
    /// The statements.
    let body: Range<Int>
    var isDefault: Bool { names.isEmpty }
}

extension SourceText {
    /// Returns the cases of an enumeration.
    func cases(of declaration: Declaration) -> [EnumCase] {
        var found: [EnumCase] = []
        let surface = surface(of: declaration.body)
        var place = 0
        while place < surface.count {
            guard tokens[surface[place]].text == "case" else {
                place += 1
                continue
            }
            repeat {
                place += 1
                guard place < surface.count, isWord(surface[place]) else { break }
                let start = surface[place]
                let hasValues = token(start + 1, is: "(")
                found.append(
                    EnumCase(
                        name: tokens[start].text, start: start,
                        end: hasValues ? (partner[start + 1] ?? start) + 1 : start + 1))
                place += hasValues ? 3 : 1
                // Skips a raw value.
                while place < surface.count,
                    !["case", ",", "func", "var", "static", "}"].contains(tokens[surface[place]].text),
                    line(of: surface[place]) == line(of: start)
                { place += 1 }
            } while place < surface.count && tokens[surface[place]].text == ","
        }
        return found
    }

    /// Returns the tokens of the braces of the first switch in a range.
    func firstSwitch(in range: Range<Int>) -> (open: Int, close: Int)? {
        guard let start = range.first(where: { tokens[$0].text == "switch" && !token($0 - 1, is: ".") }) else {
            return nil
        }
        let surface = surface(of: start..<range.upperBound)
        guard let open = surface.first(where: { tokens[$0].text == "{" }), let close = partner[open] else { return nil }
        return (open, close)
    }

    /// Returns the cases of a switch.
    func cases(ofSwitch braces: (open: Int, close: Int)) -> [SwitchCase] {
        let surface = surface(of: braces.open + 1..<braces.close)
        let conditions: Set<String> = ["if", "guard", "while", "for", ","]
        let starts = surface.filter { index in
            switch tokens[index].text {
            case "case": !conditions.contains(tokens[index - 1].text)
            case "default": token(index + 1, is: ":")
            default: false
            }
        }
        return starts.enumerated().compactMap { number, start in
            let end = number + 1 < starts.count ? starts[number + 1] : braces.close
            guard let colon = self.surface(of: start..<end).first(where: { tokens[$0].text == ":" }) else { return nil }
            let pattern = self.surface(of: start..<colon)
            let names = pattern.filter { token($0 - 1, is: ".") && isWord($0) }.map { tokens[$0].text }
            return SwitchCase(names: names, start: start, body: colon + 1..<end)
        }
    }
}
