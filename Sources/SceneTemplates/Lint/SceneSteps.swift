import Foundation

/// A message from one part of a scene to another, as read from the source.
struct SceneStep: Equatable {
    enum Receiver: String { case interactor = "Interactor", store = "Store", worker = "Worker" }

    let receiver: Receiver
    /// The name of the case, or of the worker's function.
    let message: String
    /// The condition of the block that contains it.
    var condition: String?

    /// Returns the step with this condition, unless it has a condition already.
    func under(_ condition: @autoclosure () -> String?) -> SceneStep {
        SceneStep(receiver: receiver, message: message, condition: self.condition ?? condition())
    }
}

/// Finds the messages in the body of a function, in the order of the text.
///
/// The branches are listed one after the other. Only calls of `interactor`, `store` and `worker` are found.
struct SceneSteps {
    private let functions: [Declaration]

    /// - Parameter part: A class and its extensions. Calls of its own functions are followed.
    init(_ part: [Declaration]) {
        functions = part.flatMap(\.functions)
    }

    /// Returns the steps of a case of the first switch in a function, or of the whole function if it has no switch.
    func steps(of name: String, for value: String) -> [SceneStep] {
        guard let function = function(name) else { return [] }
        var search = Search(function: function, range: function.body, value: value, following: [name])
        // Without a switch, as in `if case .loaded = mutation { … }`, the blocks of other cases are skipped.
        if let cases = function.firstSwitch?.cases {
            guard let match = cases.first(where: { $0.names.contains(value) }) else { return [] }
            search.range = match.body
            search.value = nil
        }
        return steps(search)
    }

    private func function(_ name: String) -> Declaration? {
        functions.first { $0.name == name && $0.hasBody }
    }

    /// The range of a search and its limits.
    private struct Search {
        var function: Declaration
        var range: Range<Int>
        /// The case whose blocks count, if the function has no switch.
        var value: String?
        /// The functions that are being followed. They are not followed again, so recursion ends.
        var following: Set<String>
        var source: SourceText { function.source }
    }

    private func steps(_ search: Search) -> [SceneStep] {
        var found: [SceneStep] = []
        var index = search.range.lowerBound
        while index < search.range.upperBound {
            if let end = endOfOtherCase(at: index, search) {
                index = end
            } else {
                let (steps, end) = execution(at: index, search) ?? (call(at: index, search), index + 1)
                found += steps.map { $0.under(condition(at: index, search)) }
                index = end
            }
        }
        return found
    }

    /// Returns the end of `if case .other = mutation { … }`.
    private func endOfOtherCase(at index: Int, _ search: Search) -> Int? {
        let source = search.source
        guard let value = search.value, source.token(index, is: "if"), source.token(index + 1, is: "case"),
            !source.tokens[index..<min(index + 6, search.range.upperBound)].contains(where: { $0.text == value })
        else { return nil }
        let open = source.surface(of: index..<search.range.upperBound).first { source.token($0, is: "{") }
        return open.flatMap { source.partner[$0] }.map { $0 + 1 }
    }

    /// Reads `store.execute(…)` or `interactor.execute(…)`, and the calls in its argument.
    private func execution(at index: Int, _ search: Search) -> (steps: [SceneStep], end: Int)? {
        let receivers = ["store": SceneStep.Receiver.store, "interactor": .interactor]
        guard let receiver = receivers[search.source.tokens[index].text],
            let range = search.source.executed(at: index)
        else { return nil }
        var argument = search
        argument.range = range
        let own = search.source.implicitMembers(in: range).map { SceneStep(receiver: receiver, message: $0) }
        return (steps(argument) + own, range.upperBound + 1)
    }

    /// Reads a call of a worker's function, or follows a call of a function of the part itself.
    private func call(at index: Int, _ search: Search) -> [SceneStep] {
        let source = search.source
        let text = source.tokens[index].text
        if text == "worker", source.token(index + 1, is: "."), source.isWord(index + 2) {
            return [SceneStep(receiver: .worker, message: source.tokens[index + 2].text)]
        }
        guard source.token(index + 1, is: "("), !source.token(index - 1, is: "."), !search.following.contains(text),
            let function = function(text)
        else { return [] }
        return steps(
            Search(
                function: function, range: function.body, value: search.value,
                following: search.following.union([text])))
    }

    /// Returns the line that opens the innermost block around a token.
    private func condition(at index: Int, _ search: Search) -> String? {
        let source = search.source
        let open = search.range.prefix(upTo: index).last { candidate in
            source.token(candidate, is: "{") && (source.partner[candidate] ?? 0) > index
        }
        guard let open else { return nil }
        let text = source.lineText(source.line(of: open)).drop { $0 == " " || $0 == "}" }.prefix { $0 != "{" }
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

    /// Returns `a` for `execute(.a)`, and `a` and `b` for `execute(isFull ? .a : .b)`.
    fileprivate func implicitMembers(in range: Range<Int>) -> [String] {
        surface(of: range).filter { index in
            token(index - 1, is: ".") && isWord(index) && ["(", "?", ":"].contains { token(index - 2, is: $0) }
        }.map { tokens[$0].text }
    }
}
