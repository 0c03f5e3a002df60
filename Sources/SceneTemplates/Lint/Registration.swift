/// A call that gives closures to a scene, which keeps them: `scene.observe(\.count) { … }`.
struct Registration {
    /// The function that is called.
    let name: String
    /// The variable of the scene.
    let scene: String
    /// The token of the function's name.
    let token: Int
    /// The braces of the closures.
    let closures: [Int]
    /// What a method belongs to that is passed instead of a closure: `flow` of `onChange: flow.show`.
    let receivers: [Int]

    /// The functions that keep closures.
    static let names: Set<String> = [
        "add", "connect", "list", "observe", "observeChanges", "observeEveryCommit", "observePulse",
        "present", "sources", "stack",
    ]
    /// The functions whose closures are called with the scene.
    static let passingTheScene: Set<String> = ["add", "list", "present", "stack"]
}

extension SourceText {
    /// The calls with the name of a function that keeps closures. Their receivers may be anything.
    var registrations: [Registration] {
        tokens.indices.filter { Registration.names.contains(tokens[$0].text) && token($0 - 1, is: ".") }
            .compactMap(registration)
    }

    private func registration(at index: Int) -> Registration? {
        var receiver = beforeSigns(index - 2)
        if token(receiver, is: "outputs"), token(receiver - 1, is: ".") { receiver = beforeSigns(receiver - 2) }
        guard isWord(receiver) else { return nil }
        var closures: [Int] = []
        var receivers: [Int] = []
        var end = index + 1
        if token(end, is: "("), let close = partner[end] {
            closures = surface(of: end + 1..<close).compactMap { closureArgument(at: $0, before: index) }
            receivers = surface(of: end + 1..<close).filter(isReceiverOfMethod)
            end = close + 1
        }
        while token(end, is: "{") || (isWord(end) && token(end + 1, is: ":") && token(end + 2, is: "{")) {
            let open = token(end, is: "{") ? end : end + 2
            closures.append(open)
            end = (partner[open] ?? open) + 1
        }
        return Registration(
            name: tokens[index].text, scene: tokens[receiver].text, token: index, closures: closures,
            receivers: receivers)
    }

    private func isReceiverOfMethod(_ index: Int) -> Bool {
        token(index - 1, is: ":") && ["make", "onChange", "onOutput", "onPulse"].contains(tokens[index - 2].text)
            && isWord(index) && token(index + 1, is: ".") && isWord(index + 2)
            && [",", ")"].contains { token(index + 3, is: $0) }
    }

    private func beforeSigns(_ index: Int) -> Int {
        token(index, is: "?") || token(index, is: "!") ? index - 1 : index
    }

    /// Returns the brace of a closure that is an argument, or of the local closure or function that it names.
    private func closureArgument(at index: Int, before call: Int) -> Int? {
        guard ["(", ",", ":"].contains(where: { token(index - 1, is: $0) }) else { return nil }
        if token(index, is: "{") { return index }
        guard isWord(index), token(index + 1, is: ",") || token(index + 1, is: ")") else { return nil }
        return localBody(named: index, before: call)
    }

    /// Returns the brace of the local closure or function that a word names at a place in the source.
    func localBody(named index: Int, before place: Int) -> Int? {
        let name = tokens[index].text
        let declared = tokens[..<place].indices.last { place in
            token(place, is: name) && ["let", "var", "func"].contains { token(place - 1, is: $0) }
        }
        guard let declared, let brace = enclosingBraces(of: declared).last, type(at: brace) == nil,
            enclosingBraces(of: place).contains(brace)
        else { return nil }
        let rest = surface(of: declared..<place)
        return rest.first { token($0, is: "{") }.flatMap { open in
            // The first `=` is that of the declaration.
            token(declared - 1, is: "func") || rest.first { token($0, is: "=") } == open - 1 ? open : nil
        }
    }

    /// Returns the type whose body begins at a brace.
    func type(at brace: Int) -> Declaration? {
        declarations(["actor", "class", "enum", "extension", "protocol", "struct"]).first {
            $0.hasBody && $0.body.lowerBound == brace + 1
        }
    }

    /// Returns the braces around a token, from the outermost to the innermost.
    func enclosingBraces(of index: Int) -> [Int] {
        tokens[..<index].indices.filter { token($0, is: "{") && (partner[$0] ?? 0) > index }
    }
}
