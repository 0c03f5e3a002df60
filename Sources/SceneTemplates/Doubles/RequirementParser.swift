import Foundation

/// Reads the requirements of a worker protocol. For a requirement that it cannot read, the error says why.
struct RequirementParser {
    /// The protocol.
    let declaration: Declaration
    let source: SourceText

    init(_ worker: Declaration) {
        declaration = worker
        source = worker.source
    }

    /// - Throws: ``GeneratorError`` with file and line.
    func requirements() throws -> [Requirement] {
        var found: [Requirement] = []
        var index = declaration.body.lowerBound
        while index < declaration.body.upperBound {
            if source.token(index, is: ";") {
                index += 1
                continue
            }
            let end = memberEnd(after: index)
            found.append(try requirement(index..<end))
            index = end
        }
        return found
    }

    /// Returns the inherited protocols that may have requirements, with their tokens.
    ///
    /// - Throws: ``GeneratorError`` for a protocol with associated types.
    func inherited() throws -> [(name: String, token: Int)] {
        if source.token(declaration.heading.lowerBound, is: "<") || declaration.isHeaded(by: "where") {
            throw misunderstood(declaration.start, "a protocol with associated types")
        }
        let known: Set<String> = ["AnyObject", "Sendable", "Actor"]
        return declaration.heading.filter { index in
            // The last part of `Swift.Sendable` counts, and no attribute.
            source.isWord(index) && !source.token(index + 1, is: ".") && !source.token(index - 1, is: "@")
                && !known.contains(source.tokens[index].text)
        }.map { (source.tokens[$0].text, $0) }
    }

    /// Returns the end of the member that begins at a token: a semicolon, or the line of the next member.
    private func memberEnd(after start: Int) -> Int {
        let beginnings: Set<String> = [
            "@", "#", "func", "var", "let", "init", "subscript", "static", "class", "associatedtype", "typealias",
            "mutating", "nonmutating", "nonisolated", "isolated", "public", "package", "internal", "prefix", "postfix",
            "optional", "dynamic",
        ]
        let keywords: Set<String> = ["func", "var", "let", "init", "subscript", "associatedtype", "typealias", "#"]
        // Attributes may be on lines above the keyword.
        let fromKeyword = source.surface(of: start..<declaration.body.upperBound)
            .drop { !keywords.contains(source.tokens[$0].text) }
        return fromKeyword.dropFirst().first { index in
            let isNewLine = source.line(of: index) != source.line(of: index - 1)
            return source.token(index, is: ";") || (isNewLine && beginnings.contains(source.tokens[index].text))
        } ?? declaration.body.upperBound
    }

    private func requirement(_ range: Range<Int>) throws -> Requirement {
        var index = range.lowerBound
        let modifiers = ["@", "nonisolated", "static", "class", "mutating", "nonmutating"]
        while modifiers.contains(where: { source.token(index, is: $0) }) {
            if ["static", "class", "mutating"].contains(source.tokens[index].text) {
                throw misunderstood(index, "a `\(source.tokens[index].text)` requirement")
            }
            index += source.token(index, is: "@") ? 2 : 1
            if source.token(index, is: "("), let close = source.partner[index] { index = close + 1 }
        }
        let attributes = collapsed(source.source(of: range.lowerBound..<index))
        guard index < range.upperBound else { throw misunderstood(range.lowerBound, "this requirement") }
        switch source.tokens[index].text {
        case "func": return try function(at: index, range, attributes)
        case "var": return try property(at: index, range, attributes)
        case "#": throw misunderstood(index, "`#if`")
        case let keyword: throw misunderstood(index, "`\(keyword)` among the requirements")
        }
    }

    private func function(at start: Int, _ range: Range<Int>, _ attributes: String) throws -> Requirement {
        let name = source.isWord(start + 1) ? source.tokens[start + 1].text : ""
        guard SwiftIdentifier.isName(name) else { throw misunderstood(start, "an operator, or a name in backticks") }
        if source.token(start + 2, is: "<") { throw misunderstood(start, "the generic function \(name)") }
        guard source.token(start + 2, is: "("), let close = source.partner[start + 2] else {
            throw misunderstood(start, "the function \(name)")
        }
        let parameters = try parameters(start + 3..<close, of: name)
        let effects = try effects(close + 1..<range.upperBound)
        var answer = "Void"
        if source.token(effects.end, is: "-"), source.token(effects.end + 1, is: ">") {
            answer = try type(effects.end + 2..<range.upperBound, of: name)
        } else if effects.end < range.upperBound {
            throw misunderstood(effects.end, "`\(source.tokens[effects.end].text)` after the parameters of \(name)")
        }
        return Requirement(
            name: name, isProperty: false, attributes: attributes, parameters: parameters, isAsync: effects.isAsync,
            failure: effects.failure, answer: answer)
    }

    private func property(at start: Int, _ range: Range<Int>, _ attributes: String) throws -> Requirement {
        let name = source.isWord(start + 1) ? source.tokens[start + 1].text : ""
        let surface = source.surface(of: range)
        guard SwiftIdentifier.isName(name), source.token(start + 2, is: ":"),
            let open = surface.first(where: { source.token($0, is: "{") }), let close = source.partner[open]
        else { throw misunderstood(start, "the property \(name)") }
        if source.words(open + 1..<close).contains("set") {
            throw misunderstood(
                start, "the settable property \(name)", remedy: "Make it { get } and set it with a function.")
        }
        let effects = try effects(open + 2..<close)
        return Requirement(
            name: name, isProperty: true, attributes: attributes, parameters: [], isAsync: effects.isAsync,
            failure: effects.failure, answer: try type(start + 3..<open, of: name))
    }

    private func effects(_ range: Range<Int>) throws -> (isAsync: Bool, failure: String?, end: Int) {
        let known: Set<String> = ["async", "throws", "rethrows"]
        let end = range.first { !known.contains(source.tokens[$0].text) } ?? range.upperBound
        let words = source.words(range.lowerBound..<end)
        let isAsync = words.contains("async")
        if words.contains("rethrows") { throw misunderstood(range.lowerBound, "`rethrows`") }
        guard words.contains("throws") else { return (isAsync, nil, end) }
        guard source.token(end, is: "("), let close = source.partner[end], close < range.upperBound else {
            return (isAsync, "any Error", end)
        }
        let failure = collapsed(source.source(of: end + 1..<close))
        return (isAsync, failure == "Never" ? nil : failure, close + 1)
    }

    private func type(_ range: Range<Int>, of name: String) throws -> String {
        if let word = source.words(range).first(where: {
            ["some", "Self", "where", "sending", "borrowing"].contains($0)
        }) {
            throw misunderstood(range.lowerBound, "`\(word)` in the return type of \(name)")
        }
        guard !range.isEmpty else { throw misunderstood(range.lowerBound - 1, "the return type of \(name)") }
        let text = collapsed(source.source(of: range))
        return text == "()" ? "Void" : text
    }

    func misunderstood(
        _ token: Int, _ what: String, remedy: String = "Declare it in another way, or write the double by hand."
    ) -> GeneratorError {
        let line = source.tokens.indices.contains(token) ? source.line(of: token) : 1
        return GeneratorError("\(source.path):\(line): a double cannot be generated for \(what).", remedy: remedy)
    }
}
