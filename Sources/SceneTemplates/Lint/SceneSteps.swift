import Foundation

/// A message from one part of a scene to another, as read from the source.
struct SceneStep: Equatable {
    enum Receiver: String { case interactor = "Interactor", store = "Store", worker = "Worker" }

    let receiver: Receiver
    /// The name of the case, or of the worker's function.
    let message: String
    /// The condition of the block that contains it.
    let condition: String?

    /// Returns the step with this condition, unless it has a condition already.
    func under(_ condition: String?) -> SceneStep {
        SceneStep(receiver: receiver, message: message, condition: self.condition ?? condition)
    }
}

/// Finds the messages in the body of a function, in the order of the text.
///
/// The branches are listed one after the other. Only calls of `interactor`, `store` and `worker` are found.
struct SceneSteps {
    private let functions: [(source: SourceText, declaration: Declaration)]

    /// - Parameter part: A class and its extensions. Calls of its own functions are followed.
    init(_ part: [FoundDeclaration]) {
        functions = part.flatMap { file, declaration in
            file.source.declarations(["func"], in: declaration.body).map { (file.source, $0) }
        }
    }

    /// Returns a function of the part.
    func function(_ name: String) -> (source: SourceText, declaration: Declaration)? {
        functions.first { $0.declaration.name == name && $0.declaration.hasBody }
    }

    /// Returns the steps of a case of the first switch in a function, or of the whole function if it has no switch.
    func steps(of name: String, for value: String) -> [SceneStep] {
        guard let (source, declaration) = function(name) else { return [] }
        guard let braces = source.firstSwitch(in: declaration.body) else {
            // `if case .loaded = mutation { … }`: the blocks of other cases are skipped.
            return steps(Search(range: declaration.body, source: source, value: value, following: [name]))
        }
        let cases = source.cases(ofSwitch: braces)
        guard let match = cases.first(where: { $0.names.first == value || $0.names.contains(value) }) else { return [] }
        return steps(Search(range: match.body, source: source, value: nil, following: [name]))
    }

    /// The range of a search and its limits.
    private struct Search {
        var range: Range<Int>
        var source: SourceText
        /// The case whose blocks count, if the function has no switch.
        var value: String?
        /// The functions that are being followed. They are not followed again, so recursion ends.
        var following: Set<String>
    }

    private func steps(_ search: Search) -> [SceneStep] {
        var found: [SceneStep] = []
        var index = search.range.lowerBound
        while index < search.range.upperBound {
            if let end = endOfOtherCase(at: index, search) {
                index = end
            } else if let (steps, end) = execution(at: index, search) {
                found += steps
                index = end
            } else {
                found += call(at: index, search)
                index += 1
            }
        }
        return found
    }

    /// Returns the end of `if case .other = mutation { … }`.
    private func endOfOtherCase(at index: Int, _ search: Search) -> Int? {
        let source = search.source
        guard let value = search.value, source.token(index, is: "if"), source.token(index + 1, is: "case") else {
            return nil
        }
        let pattern = source.tokens[index..<min(index + 6, search.range.upperBound)]
        guard !pattern.contains(where: { $0.text == value }) else { return nil }
        let open = source.surface(of: index..<search.range.upperBound).first { source.token($0, is: "{") }
        return open.flatMap { source.partner[$0] }.map { $0 + 1 }
    }

    /// Reads `store.execute(…)` or `interactor.execute(…)`, and the calls in its argument.
    private func execution(at index: Int, _ search: Search) -> (steps: [SceneStep], end: Int)? {
        let source = search.source
        let text = source.tokens[index].text
        guard ["store", "interactor"].contains(text), let range = source.executed(at: index) else { return nil }
        let condition = condition(at: index, search)
        var argument = search
        argument.range = range
        let inner = steps(argument).map { $0.under(condition) }
        let names = implicitMembers(in: argument.range, of: source)
        let receiver = text == "store" ? SceneStep.Receiver.store : .interactor
        let own = names.map { SceneStep(receiver: receiver, message: $0, condition: condition) }
        return (inner + own, range.upperBound + 1)
    }

    /// Reads a call of a worker's function, or follows a call of a function of the part itself.
    private func call(at index: Int, _ search: Search) -> [SceneStep] {
        let source = search.source
        let text = source.tokens[index].text
        let condition = condition(at: index, search)
        if text == "worker", source.token(index + 1, is: "."), source.isWord(index + 2) {
            return [SceneStep(receiver: .worker, message: source.tokens[index + 2].text, condition: condition)]
        }
        guard source.token(index + 1, is: "("), !source.token(index - 1, is: "."), !search.following.contains(text),
            let (other, declaration) = function(text)
        else { return [] }
        let inner = Search(
            range: declaration.body, source: other, value: search.value, following: search.following.union([text]))
        return steps(inner).map { $0.under(condition) }
    }

    /// Returns `a` for `execute(.a)`, and `a` and `b` for `execute(isFull ? .a : .b)`.
    private func implicitMembers(in range: Range<Int>, of source: SourceText) -> [String] {
        source.surface(of: range).filter { index in
            guard source.token(index - 1, is: "."), source.isWord(index) else { return false }
            return source.token(index - 2, is: "(") || source.token(index - 2, is: "?")
                || source.token(index - 2, is: ":")
        }.map { source.tokens[$0].text }
    }

    /// Returns the line that opens the innermost block around a token.
    private func condition(at index: Int, _ search: Search) -> String? {
        let (range, source) = (search.range, search.source)
        let open = range.last { candidate in
            candidate < index && source.token(candidate, is: "{") && (source.partner[candidate] ?? 0) > index
        }
        guard let open else { return nil }
        let line = source.line(of: open)
        let text = source.lineText(line).drop { $0 == " " || $0 == "}" }.prefix { $0 != "{" }
        let words = collapsed(String(text)).replacingOccurrences(of: "} ", with: "")
        // `do` is not a condition.
        return words.isEmpty || words == "do" ? nil : words
    }
}

extension SourceText {
    /// Returns the argument of `store.execute(…)`, whose receiver is at this token.
    func executed(at index: Int) -> Range<Int>? {
        guard token(index + 1, is: "."), token(index + 2, is: "execute"), token(index + 3, is: "("),
            let close = partner[index + 3]
        else { return nil }
        return index + 4..<close
    }
}
