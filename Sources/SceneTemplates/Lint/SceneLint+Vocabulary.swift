/// The rules for the state, the worker protocol and the actions.
extension SceneLint {
    /// Finds public fields with a public setter, if the state is public.
    func state(_ scene: ScannedPackage.Scene) -> [Finding] {
        guard let (file, state) = scene.target.nested("struct", "State", in: scene.name),
            file.source.modifiers(of: state).contains("public")
        else { return [] }
        let structures = [state] + file.source.declarations(["struct"], in: state.body)
        return structures.flatMap { structure in
            file.source.surface(of: structure.body).filter { file.source.isPubliclySettable($0) }.map { token in
                Finding(
                    .stateSettable, file, token,
                    "\(scene.name).\(structure.name).\(file.source.tokens[token + 1].text) has a public setter. "
                        + "Only mutations change state: declare it `public internal(set) var`.")
            }
        }
    }

    func worker(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.target.declarations(["protocol"], named: scene.name + "Worker").flatMap { file, declaration in
            var found = functionsOnTheMainActor(of: declaration, file)
            if !isSendable(declaration, in: file.source, seen: []) {
                found.append(
                    Finding(
                        .workerNotSendable, file, declaration.start,
                        "\(declaration.name) is not Sendable, but its functions run in several tasks. "
                            + "Declare it `: AnyObject, Sendable`."))
            }
            return found
        }
    }

    /// A function that is not `async` runs where it is called, so it is not checked. It may be quick, such as one that
    /// creates a stream.
    private func functionsOnTheMainActor(of worker: Declaration, _ file: SourceFile) -> [Finding] {
        let source = file.source
        guard !source.modifiers(of: worker).contains(where: { $0.hasSuffix("Actor") }) else { return [] }
        return source.declarations(["func"], in: worker.body).filter { function in
            function.heading.contains { source.token($0, is: "async") }
                && !source.modifiers(of: function).contains { $0 == "concurrent" || $0.hasSuffix("Actor") }
        }.map { function in
            Finding(
                .workerNotConcurrent, file, function.start,
                "\(worker.name).\(function.name) runs on the main actor in some clients. Declare it `@concurrent`, "
                    + "or `@MainActor` if it is an effect on the screen.")
        }
    }

    /// Inherited protocols count. A protocol of another package cannot be read, and is assumed to be `Sendable`.
    private func isSendable(_ declaration: Declaration, in source: SourceText, seen: Set<String>) -> Bool {
        let words = declaration.heading.filter { source.isWord($0) }.map { source.tokens[$0].text }
        if words.contains("Sendable") || words.contains("Actor") { return true }
        return words.filter { $0 != "AnyObject" && !seen.contains($0) }.contains { word in
            let found = package.files.lazy.flatMap { file in
                file.source.declarations(["protocol"]).filter { $0.name == word }.map { (file.source, $0) }
            }.first
            guard let found else { return true }
            return isSendable(found.1, in: found.0, seen: seen.union([word]))
        }
    }

    /// Finds actions without a test, if the package has tests.
    ///
    /// Actions that sources or the outputs of children send count as tested: a test of the scene executes them without
    /// their name.
    func actions(_ scene: ScannedPackage.Scene) -> [Finding] {
        guard !package.tests.isEmpty, let place = scene.vocabulary("Action") else { return [] }
        let tests = package.tests.map(\.source).filter { source in
            source.tokens.contains { $0.text.hasPrefix(scene.name) }
        }
        let sent = tests.isEmpty ? [] : sentBySourcesAndOutputs(scene)
        return place.file.source.cases(of: place.declaration).filter { action in
            !sent.contains(action.name)
                && !tests.contains { source in
                    source.tokens.indices.contains {
                        source.tokens[$0].text == action.name && source.token($0 - 1, is: ".")
                    }
                }
        }.map { action in
            Finding(
                .actionNotTested, place.file, action.start,
                "No test executes \(scene.name).Action.\(action.name).")
        }
    }

    /// Returns the names after a dot in the declarations of sources and in the receivers of outputs, which may be functions in
    /// an extension of the scene.
    private func sentBySourcesAndOutputs(_ scene: ScannedPackage.Scene) -> Set<String> {
        let calls: Set<String> = ["SceneSource", "connect", "list", "present", "stack", "timer"]
        var names: Set<String> = []
        for source in scene.target.map(\.source) {
            for index in source.tokens.indices where calls.contains(source.tokens[index].text) {
                guard let call = source.call(at: index) else { continue }
                names.formUnion(call.filter { source.token($0 - 1, is: ".") }.map { source.tokens[$0].text })
            }
            for part in source.declarations(["extension"]) where part.name == scene.name {
                for index in part.body where source.tokens[index].text == "execute" && source.token(index + 2, is: ".")
                {
                    names.insert(source.tokens[index + 3].text)
                }
            }
        }
        return names
    }
}

extension SourceText {
    /// Returns whether a property with a public setter begins here.
    fileprivate func isPubliclySettable(_ index: Int) -> Bool {
        guard token(index, is: "var"), isWord(index + 1) else { return false }
        let modifiers = modifiers(before: index)
        // For `internal(set)`, `internal` is among the modifiers.
        let restrictions: Set<String> = ["private", "fileprivate", "internal", "package", "static"]
        guard modifiers.contains("public"), modifiers.isDisjoint(with: restrictions) else { return false }
        let next: Set<String> = ["var", "let", "func", "init", "public", "struct", "enum", "}"]
        let rest = surface(of: index + 2..<tokens.count).first {
            ["=", "{"].contains(tokens[$0].text) || next.contains(tokens[$0].text)
        }
        guard let rest, token(rest, is: "{"), let close = partner[rest] else { return true }
        // A computed property is read-only unless it has a setter or an observer.
        return surface(of: rest + 1..<close).contains { ["set", "didSet", "willSet"].contains(tokens[$0].text) }
    }

    /// Returns the range of a call, from its name to the end of its last trailing closure. Returns nil for anything
    /// else.
    func call(at index: Int) -> Range<Int>? {
        // `SceneSource<Action>(…)`
        var open = index + 1
        if token(open, is: "<") {
            while open < tokens.count, !token(open, is: ">") { open += 1 }
            open += 1
        }
        guard token(open, is: "("), let close = partner[open], !token(index - 1, is: "func") else { return nil }
        var end = close + 1
        while token(end, is: "{") || (isWord(end) && token(end + 1, is: ":") && token(end + 2, is: "{")) {
            let brace = token(end, is: "{") ? end : end + 2
            end = (partner[brace] ?? brace) + 1
        }
        return index..<end
    }
}
