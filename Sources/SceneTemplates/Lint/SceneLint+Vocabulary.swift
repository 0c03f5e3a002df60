/// The rules for the state, the worker protocol and the actions.
extension SceneLint {
    /// Finds public fields with a public setter, if the state is public.
    func state(_ scene: ScannedPackage.Scene) -> [Finding] {
        guard let state = scene.target.nested("struct", "State", in: scene.name), state.modifiers.contains("public")
        else { return [] }
        let source = state.source
        return ([state] + source.declarations(["struct"], in: state.body)).flatMap { structure in
            source.surface(of: structure.body).filter(source.isPubliclySettable).map { token in
                source.finding(
                    .stateSettable, at: token,
                    "\(scene.name).\(structure.name).\(source.tokens[token + 1].text) has a public setter. "
                        + "Only mutations change state: declare it `public internal(set) var`.")
            }
        }
    }

    func worker(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.worker.flatMap { worker in
            let found = functionsOnTheMainActor(of: worker)
            guard !isSendable(worker, seen: []) else { return found }
            let message = "\(worker.name) is not Sendable, but its functions run in several tasks. "
            return found + [
                worker.source.finding(
                    .workerNotSendable, at: worker.start, message + "Declare it `: AnyObject, Sendable`.")
            ]
        }
    }

    /// A function that is not `async` runs where it is called, so it is not checked. It may be quick, such as one that
    /// creates a stream.
    private func functionsOnTheMainActor(of worker: Declaration) -> [Finding] {
        guard !worker.modifiers.contains(where: { $0.hasSuffix("Actor") }) else { return [] }
        return worker.functions.filter { function in
            function.isHeaded(by: "async")
                && !function.modifiers.contains { $0 == "concurrent" || $0.hasSuffix("Actor") }
        }.map { function in
            function.source.finding(
                .workerNotConcurrent, at: function.start,
                "\(worker.name).\(function.name) runs on the main actor in some clients. Declare it `@concurrent`, "
                    + "or `@MainActor` if it is an effect on the screen.")
        }
    }

    /// Inherited protocols count. A protocol of another package cannot be read, and is assumed to be `Sendable`.
    private func isSendable(_ worker: Declaration, seen: Set<String>) -> Bool {
        let words = worker.heading.filter(worker.source.isWord).map { worker.source.tokens[$0].text }
        if words.contains("Sendable") || words.contains("Actor") { return true }
        return words.filter { $0 != "AnyObject" && !seen.contains($0) }.contains { word in
            let inherited = package.files.lazy.flatMap { $0.declarations(["protocol"]) }.first { $0.name == word }
            return inherited.map { isSendable($0, seen: seen.union([word])) } ?? true
        }
    }

    /// Finds actions without a test, if the package has tests.
    ///
    /// Actions that sources or the outputs of children send count as tested: a test of the scene executes them without
    /// their name.
    func actions(_ scene: ScannedPackage.Scene) -> [Finding] {
        guard !package.tests.isEmpty, let actions = scene.vocabulary("Action") else { return [] }
        let tests = tests(of: scene.name)
        let tested = tests.map { $0.members(in: $0.tokens.indices) }
        let sent = tests.isEmpty ? [] : sentBySourcesAndOutputs(scene)
        return actions.cases.filter { action in
            !sent.contains(action.name) && !tested.contains { $0.contains(action.name) }
        }.map { action in
            actions.source.finding(
                .actionNotTested, at: action.start, "No test executes \(scene.name).Action.\(action.name).")
        }
    }

    /// Returns the test files that name a scene, or a helper that names it in another file: a fixture, or the place of a child.
    private func tests(of scene: String) -> [SourceText] {
        // `MoviesListFixture` belongs to the scene `MoviesList`, and not to `Movies`.
        let others = package.scenes.map(\.name).filter { $0 != scene && $0.hasPrefix(scene) }
        var helpers: Set<String> = []
        for source in package.tests {
            let types = source.declarations(["actor", "class", "enum", "struct"])
            helpers.formUnion(types.filter { source.names(scene, besides: others, in: $0.tokens) }.map(\.name))
            // `extension ChildPlace where Child == Movies { static func row(…) }`
            for part in source.declarations(["extension"])
            where source.names(scene, besides: others, in: part.start..<part.heading.upperBound) {
                let names = part.body.filter {
                    ["func", "let", "var"].contains(source.tokens[$0].text) && source.isWord($0 + 1)
                }
                helpers.formUnion(names.map { source.tokens[$0 + 1].text })
            }
        }
        return package.tests.filter { test in
            test.names(scene, besides: others, in: test.tokens.indices)
                || test.tokens.contains { helpers.contains($0.text) }
        }
    }

    /// Returns the names after a dot in the declarations of sources and in the receivers of outputs, which may be functions in
    /// an extension of the scene.
    private func sentBySourcesAndOutputs(_ scene: ScannedPackage.Scene) -> Set<String> {
        let calls: Set<String> = ["SceneSource", "connect", "list", "present", "stack", "timer"]
        var names: Set<String> = []
        for source in scene.target {
            for index in source.tokens.indices where calls.contains(source.tokens[index].text) {
                if let call = source.call(at: index) { names.formUnion(source.members(in: call)) }
            }
        }
        // A parent may be in another target. What is executed on a store is a mutation.
        let targets = Set(package.scenes.map(\.file.target))
        for source in package.files where targets.contains(source.target) {
            for index in source.tokens.indices where Registration.names.contains(source.tokens[index].text) {
                guard let call = source.call(at: index) else { continue }
                names.formUnion(source.executedActions(in: call))
                // The closure `onChange` of a list returns the action of a row.
                if source.token(index, is: "list") { names.formUnion(source.members(in: call)) }
            }
        }
        for part in package.scenes.flatMap({ $0.target.declarations(["extension"], named: $0.name) }) {
            names.formUnion(part.source.executedActions(in: part.body))
        }
        return names
    }
}

extension SourceText {
    /// Returns `a` for each `row.execute(.a)` and `row?.execute(.a)`, except those of stores and interactors.
    fileprivate func executedActions(in range: Range<Int>) -> Set<String> {
        let found = range.filter { index in
            guard ["execute", "run", "post"].contains(tokens[index].text), token(index - 1, is: "."),
                token(index + 1, is: "("), token(index + 2, is: "."), isWord(index + 3)
            else { return false }
            let receiver = token(index - 2, is: "?") ? index - 3 : index - 2
            return !["store", "interactor"].contains { token(receiver, is: $0) }
        }
        return Set(found.map { tokens[$0 + 3].text })
    }

    /// Returns whether a word begins with the name of a scene, but not with that of another one, and is no module.
    fileprivate func names(_ scene: String, besides others: [String], in range: Range<Int>) -> Bool {
        range.contains { index in
            let word = tokens[index].text
            return word.hasPrefix(scene) && !others.contains { word.hasPrefix($0) } && !token(index - 1, is: "import")
        }
    }

    /// Returns the names after a dot.
    fileprivate func members(in range: Range<Int>) -> Set<String> {
        Set(range.filter { token($0 - 1, is: ".") }.map { tokens[$0].text })
    }

    /// Returns whether a property with a public setter begins here.
    fileprivate func isPubliclySettable(_ index: Int) -> Bool {
        guard token(index, is: "var"), isWord(index + 1) else { return false }
        let modifiers = modifiers(before: index)
        // For `internal(set)`, `internal` is among the modifiers.
        let restrictions: Set<String> = ["private", "fileprivate", "internal", "package", "static"]
        guard modifiers.contains("public"), modifiers.isDisjoint(with: restrictions) else { return false }
        let ends: Set<String> = ["=", "{", "var", "let", "func", "init", "public", "struct", "enum", "}"]
        let end = surface(of: index + 2..<tokens.count).first { ends.contains(tokens[$0].text) }
        guard let end, token(end, is: "{"), let close = partner[end] else { return true }
        // A computed property is read-only unless it has a setter or an observer.
        return surface(of: end + 1..<close).contains { ["set", "didSet", "willSet"].contains(tokens[$0].text) }
    }

    /// Returns the range of a call, from its name to the end of its last trailing closure. Returns nil for anything
    /// else.
    func call(at index: Int) -> Range<Int>? {
        // `SceneSource<Action>(…)`
        let open = token(index + 1, is: "<") ? endOfGenericArguments(from: index + 1) : index + 1
        guard token(open, is: "("), let close = partner[open], !token(index - 1, is: "func") else { return nil }
        var end = close + 1
        while token(end, is: "{") || (isWord(end) && token(end + 1, is: ":") && token(end + 2, is: "{")) {
            let brace = token(end, is: "{") ? end : end + 2
            end = (partner[brace] ?? brace) + 1
        }
        return index..<end
    }
}
