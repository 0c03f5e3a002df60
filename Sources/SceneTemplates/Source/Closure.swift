/// A closure, or another block in braces, which is one without captures and parameters.
struct Closure {
    /// An entry of a capture list: `name`, `weak name`, `name = value`.
    struct Capture {
        let name: String
        /// Whether the entry is `weak` or `unowned`.
        let isWeak: Bool
        /// The tokens of what is captured.
        let value: Range<Int>
    }

    var captures: [Capture] = []
    /// The names of the parameters, also `_`.
    var parameters: [String] = []
    /// The statements.
    var body: Range<Int>
}

extension SourceText {
    /// Reads the closure that begins at a brace.
    func closure(at open: Int) -> Closure {
        let close = partner[open] ?? tokens.count
        var index = open + 1
        while token(index, is: "@") {
            index = token(index + 2, is: "(") ? (partner[index + 2] ?? index + 2) + 1 : index + 2
        }
        var closure = Closure(body: open + 1..<close)
        if token(index, is: "["), let end = partner[index] {
            closure.captures = captures(index + 1..<end)
            index = end + 1
        }
        if token(index, is: "("), let end = partner[index] {
            closure.parameters = surface(of: index + 1..<end).filter { name in
                isWord(name) && (name == index + 1 || token(name - 1, is: ","))
            }.map { tokens[$0].text }
            index = end + 1
        } else {
            while isWord(index), token(index + 1, is: ",") || token(index + 1, is: "in") || isEffect(index + 1) {
                closure.parameters.append(tokens[index].text)
                index += token(index + 1, is: ",") ? 2 : 1
            }
        }
        if isEffect(index) {
            index = (index..<close).first { token($0, is: "in") || token($0, is: "{") } ?? close
        }
        guard token(index, is: "in"), index < close else { return Closure(body: open + 1..<close) }
        closure.body = index + 1..<close
        return closure
    }

    /// Returns whether `async`, `throws` or an arrow begins here.
    private func isEffect(_ index: Int) -> Bool {
        token(index, is: "async") || token(index, is: "throws")
            || (token(index, is: "-") && token(index + 1, is: ">"))
    }

    private func captures(_ list: Range<Int>) -> [Closure.Capture] {
        let commas = surface(of: list).filter { token($0, is: ",") }
        return zip([list.lowerBound] + commas.map { $0 + 1 }, commas + [list.upperBound]).compactMap { start, end in
            let isWeak = token(start, is: "weak") || token(start, is: "unowned")
            var name = isWeak ? start + 1 : start
            if isWeak, token(name, is: "("), let close = partner[name] { name = close + 1 }
            guard name < end else { return nil }
            let value = token(name + 1, is: "=") ? name + 2..<max(end, name + 2) : name..<name + 1
            return Closure.Capture(name: tokens[name].text, isWeak: isWeak, value: value)
        }
    }

    /// Returns the first place in some statements at which a variable from outside of them is used.
    func use(of name: String, in statements: Range<Int>) -> Int? {
        var index = statements.lowerBound
        while index < statements.upperBound {
            if token(index, is: "{"), let close = partner[index] {
                let inner = closure(at: index)
                if let capture = inner.captures.first(where: { words($0.value).contains(name) }) {
                    return capture.value.lowerBound
                }
                let isHidden = inner.parameters.contains(name) || inner.captures.contains { $0.name == name }
                if !isHidden, let found = use(of: name, in: inner.body) { return found }
                index = close
            } else if token(index, is: name), !token(index - 1, is: "."), !isLabel(index) {
                guard ["let", "var", "for"].contains(where: { token(index - 1, is: $0) }) else { return index }
                // From here on, it is another variable.
                return token(index + 1, is: "=") && token(index + 2, is: name) ? index + 2 : nil
            }
            index += 1
        }
        return nil
    }

    /// Returns whether the word is the label of an argument.
    func isLabel(_ index: Int) -> Bool {
        token(index + 1, is: ":") && ["(", ",", "["].contains { token(index - 1, is: $0) }
    }
}
