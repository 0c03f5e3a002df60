/// A case of an enumeration.
struct EnumCase {
    let name: String
    /// The token of its name.
    let start: Int
    /// The token after it and its associated values.
    let end: Int
}

/// A switch.
struct Switch {
    /// A case of a switch.
    struct Case {
        /// The names after the dots in its patterns: `a` and `b` for `.a, .b(let x)`.
        let names: [String]
        /// The token `case`, or `default`.
        let start: Int
        /// The statements.
        let body: Range<Int>
        var isDefault: Bool { names.isEmpty }
    }

    /// The tokens of its braces.
    let open: Int
    let close: Int
    let cases: [Case]
}

extension Declaration {
    /// The cases of an enumeration.
    var cases: [EnumCase] {
        let others: Set<String> = [
            "func", "var", "let", "init", "static", "subscript", "struct", "enum", "class", "actor", "protocol",
            "typealias",
        ]
        var found: [EnumCase] = []
        var isList = false
        var previous = ""
        for index in source.surface(of: body) {
            let text = source.tokens[index].text
            if text == "case" || others.contains(text) {
                isList = text == "case"
            } else if isList, previous == "case" || previous == ",", source.isWord(index) {
                let end = source.token(index + 1, is: "(") ? source.partner[index + 1] ?? index : index
                found.append(EnumCase(name: text, start: index, end: end + 1))
            }
            previous = text
        }
        return found
    }

    /// The first switch in the body.
    var firstSwitch: Switch? {
        let start = body.first { source.token($0, is: "switch") && !source.token($0 - 1, is: ".") }
        guard let start,
            let open = source.surface(of: start..<body.upperBound).first(where: { source.token($0, is: "{") }),
            let close = source.partner[open]
        else { return nil }
        return Switch(open: open, close: close, cases: source.switchCases(in: open + 1..<close))
    }
}

extension SourceText {
    func switchCases(in range: Range<Int>) -> [Switch.Case] {
        let conditions: Set<String> = ["if", "guard", "while", "for", ","]
        let starts = surface(of: range).filter { index in
            switch tokens[index].text {
            case "case": !conditions.contains(tokens[index - 1].text)
            case "default": token(index + 1, is: ":")
            default: false
            }
        }
        return zip(starts, starts.dropFirst() + [range.upperBound]).compactMap { start, end in
            guard let colon = surface(of: start..<end).first(where: { token($0, is: ":") }) else { return nil }
            let names = surface(of: start..<colon).filter { token($0 - 1, is: ".") && isWord($0) }
            return Switch.Case(names: names.map { tokens[$0].text }, start: start, body: colon + 1..<end)
        }
    }
}
