import Foundation

/// One message between the parts of a scene, as its text has it.
struct SceneStep: Equatable {
    enum Receiver: String { case interactor = "Interactor", store = "Store", worker = "Worker" }

    let receiver: Receiver
    /// The case, or the worker's function.
    let message: String
    /// The condition of the block that it stands in, if any.
    let condition: String?
}

/// Finds the messages in the body of a function, in the order of the text.
///
/// Branches come one after the other, and a call through anything but `interactor`, `store` and `worker` is not seen.
struct SceneSteps {
    private let functions: [(source: SourceText, declaration: Declaration)]

    /// - Parameter part: A class and its extensions: functions that it calls on itself are followed.
    init(_ part: [(file: ScannedPackage.File, declaration: Declaration)]) {
        functions = part.flatMap { file, declaration in
            file.source.declarations(["func"], in: declaration.body).map { (file.source, $0) }
        }
    }

    /// The body of a function of the part.
    func function(_ name: String) -> (source: SourceText, declaration: Declaration)? {
        functions.first { $0.declaration.name == name && $0.declaration.hasBody }
    }

    /// What the case of the first switch in a function does; all of the function where it has none.
    func steps(of name: String, for value: String) -> [SceneStep] {
        guard let (source, declaration) = function(name) else { return [] }
        guard let braces = source.firstSwitch(in: declaration.body) else {
            // `if case .loaded = mutation { … }`: what stands in blocks of other cases does not count.
            return steps(in: declaration.body, of: source, only: value, following: [name])
        }
        let cases = source.cases(ofSwitch: braces)
        guard let match = cases.first(where: { $0.names.first == value || $0.names.contains(value) }) else { return [] }
        return steps(in: match.body, of: source, only: nil, following: [name])
    }

    private func steps(
        in range: Range<Int>, of source: SourceText, only value: String?, following: Set<String>
    ) -> [SceneStep] {
        var found: [SceneStep] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let text = source.tokens[index].text
            let condition = condition(at: index, in: range, of: source)
            if let value, source.token(index, is: "if"), source.token(index + 1, is: "case"),
                !source.tokens[index..<min(index + 6, range.upperBound)].contains(where: { $0.text == value }),
                let open = source.surface(of: index..<range.upperBound).first(where: { source.token($0, is: "{") }),
                let close = source.partner[open]
            {
                index = close + 1
                continue
            }
            if ["store", "interactor"].contains(text), source.token(index + 1, is: "."),
                source.token(index + 2, is: "execute"),
                source.token(index + 3, is: "("), let close = source.partner[index + 3]
            {
                let inner = steps(in: index + 4..<close, of: source, only: value, following: following)
                found += inner.map {
                    SceneStep(receiver: $0.receiver, message: $0.message, condition: $0.condition ?? condition)
                }
                found += implicitMembers(in: index + 4..<close, of: source).map { name in
                    SceneStep(receiver: text == "store" ? .store : .interactor, message: name, condition: condition)
                }
                index = close + 1
                continue
            }
            if text == "worker", source.token(index + 1, is: "."), source.isWord(index + 2) {
                found.append(SceneStep(receiver: .worker, message: source.tokens[index + 2].text, condition: condition))
                index += 3
                continue
            }
            if source.token(index + 1, is: "("), !source.token(index - 1, is: "."), !following.contains(text),
                let (other, declaration) = function(text)
            {
                let inner = steps(in: declaration.body, of: other, only: value, following: following.union([text]))
                found += inner.map { step in
                    SceneStep(receiver: step.receiver, message: step.message, condition: step.condition ?? condition)
                }
            }
            index += 1
        }
        return found
    }

    /// `.a` in `execute(.a)`, and both in `execute(isFull ? .a : .b)`.
    private func implicitMembers(in range: Range<Int>, of source: SourceText) -> [String] {
        source.surface(of: range).filter { index in
            guard source.token(index - 1, is: "."), source.isWord(index) else { return false }
            return source.token(index - 2, is: "(") || source.token(index - 2, is: "?")
                || source.token(index - 2, is: ":")
        }.map { source.tokens[$0].text }
    }

    /// The line that opens the innermost block around a token.
    private func condition(at index: Int, in range: Range<Int>, of source: SourceText) -> String? {
        let open = range.last { candidate in
            candidate < index && source.token(candidate, is: "{") && (source.partner[candidate] ?? 0) > index
        }
        guard let open else { return nil }
        let line = source.line(of: open)
        let text = source.lineText(line).drop { $0 == " " || $0 == "}" }.prefix { $0 != "{" }
        let words = collapsed(String(text)).replacingOccurrences(of: "} ", with: "")
        // `do` decides nothing.
        return words.isEmpty || words == "do" ? nil : words
    }
}
