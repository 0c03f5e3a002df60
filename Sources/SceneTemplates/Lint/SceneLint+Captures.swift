/// Finds closures that keep the scene that keeps them, so that neither of them ever ends: those that an assembly gives
/// to a scene, and that use the scene, a part of it, its parent, or an object that holds the scene.
extension SceneLint {
    var captures: [Finding] {
        let targets = Set(package.scenes.map(\.file.target))
        let files = package.files.filter { targets.contains($0.target) }
        let known = KnownTypes(
            parts: Set(
                package.scenes.flatMap { scene in ["Controller", "Interactor", "Store"].map { scene.name + $0 } }),
            classes: Set(files.flatMap { $0.declarations(["actor", "class"]).map(\.name) }),
            children: Dictionary(package.scenes.map { ($0.name, children(of: $0)) }) { $0.union($1) })
        return files.flatMap { file in file.captures(known) }
    }

    /// The types that matter, by name.
    struct KnownTypes {
        /// The parts that scenes hold.
        let parts: Set<String>
        let classes: Set<String>
        /// The scenes that a scene makes.
        let children: [String: Set<String>]
    }

    /// Returns the scenes whose functions a scene's definition and its extensions call.
    private func children(of scene: ScannedPackage.Scene) -> Set<String> {
        let names = Set(package.scenes.map(\.name))
        return Set(
            scene.target.declarations(["enum", "extension", "struct"], named: scene.name).flatMap { part in
                part.body.filter { part.source.token($0 + 1, is: ".") && names.contains(part.source.tokens[$0].text) }
                    .map { part.source.tokens[$0].text }
            })
    }
}

extension SourceText {
    fileprivate func captures(_ known: SceneLint.KnownTypes) -> [Finding] {
        let registrations = registrations.filter { !$0.closures.isEmpty }
        guard !registrations.isEmpty else { return [] }
        var seen: Set<Int> = []
        return registrations.flatMap { registration -> [Finding] in
            let variables = SceneVariables(at: registration.token, of: self, registrations, known)
            guard variables.scenes.contains(registration.scene) else { return [] }
            let names = variables.kept.union([registration.scene]).union(variables.isInObject ? ["self"] : [])
            return registration.closures.flatMap { open in
                names.sorted().compactMap { name in
                    guard let token = strongUse(of: name, inClosureAt: open), seen.insert(token).inserted else {
                        return nil
                    }
                    return finding(
                        .capturesScene, at: token,
                        "A closure that \(registration.scene).\(registration.name) keeps uses \(name), and so \(name) "
                            + "never ends. Write `[weak \(name)]`, or use what the closure is called with.")
                }
            }
        }
    }

    /// Returns where a closure, or a local function or closure that it names, uses a variable from outside that it does
    /// not hold weakly.
    private func strongUse(of name: String, inClosureAt open: Int, after callers: Set<Int> = []) -> Int? {
        if let own = ownStrongUse(of: name, inClosureAt: open) { return own }
        let callers = callers.union([open])
        for word in closure(at: open).body where isWord(word) && !token(word - 1, is: ".") && !isLabel(word) {
            guard let called = localBody(named: word, before: open), !callers.contains(called) else { continue }
            if let found = strongUse(of: name, inClosureAt: called, after: callers) { return found }
        }
        return nil
    }

    private func ownStrongUse(of name: String, inClosureAt open: Int) -> Int? {
        if let function = function(at: open), function.heading.contains(where: { token($0, is: name) }) { return nil }
        let closure = closure(at: open)
        let strong = closure.captures.first { !$0.isWeak && source(of: $0.value) == name }
        if let strong { return strong.value.lowerBound }
        guard !closure.captures.contains(where: { $0.name == name }), !closure.parameters.contains(name) else {
            return nil
        }
        return use(of: name, in: closure.body)
    }
}

/// The variables with scenes at one place in the source.
private struct SceneVariables {
    /// The scenes.
    var scenes: Set<String> = []
    /// The scene that is assembled, its parts, and its parent.
    var kept: Set<String> = []
    /// Whether `self` is an object.
    var isInObject = false
    /// Those of `kept` that a closure holds weakly.
    private var weak: Set<String> = []
    private let source: SourceText
    private let known: SceneLint.KnownTypes

    init(
        at place: Int, of source: SourceText, _ registrations: [Registration], _ known: SceneLint.KnownTypes
    ) {
        self.source = source
        self.known = known
        let braces = source.enclosingBraces(of: place)
        for (brace, end) in zip(braces, braces.dropFirst() + [place]) {
            if let type = source.type(at: brace) {
                enter(type: type)
                continue
            }
            let function = source.function(at: brace)
            if let function {
                enter(function: function)
            } else if let parameters = source.parametersOfInitializer(before: brace) {
                scenes.formUnion(source.scenes(in: parameters).map(\.name))
            } else {
                let call = registrations.first { $0.closures.contains(brace) }
                let isCalledWithScene = call.map { Registration.passingTheScene.contains($0.name) } ?? false
                enter(closure: source.closure(at: brace), isCalledWithScene: isCalledWithScene)
            }
            for index in source.surface(of: brace + 1..<end) { declare(index) }
            if let function { leave(function: function) }
        }
    }

    /// Reads the properties of a type. In closures they are preceded by `self`.
    private mutating func enter(type: Declaration) {
        isInObject = known.classes.contains(type.name)
        let all = source.declarations(["actor", "class", "struct", "extension"]).filter { $0.name == type.name }
        for index in all.flatMap({ source.surface(of: $0.body) }) { declare(index) }
        kept = []
    }

    private mutating func enter(function: Declaration) {
        let parameters = source.scenes(in: function.heading)
        scenes.formUnion(parameters.map(\.name))
        if !function.modifiers.isDisjoint(with: ["static", "class"]) { isInObject = false }
        // The parent of the scene that it assembles. Another scene may be kept.
        guard let assembled = source.sceneReturned(by: function) else { return }
        let parents = parameters.filter { name, scene in
            name == "parent" || known.children[scene]?.contains(assembled) == true
        }
        kept.formUnion(parents.map(\.name))
    }

    /// What a function returns is the scene that it assembles.
    private mutating func leave(function: Declaration) {
        guard source.sceneReturned(by: function) != nil else { return }
        let returned = source.surface(of: function.body).last { source.token($0 - 1, is: "return") }
        if let returned, source.isWord(returned), returned + 1 == function.body.upperBound {
            hold(source.tokens[returned].text)
        }
    }

    private mutating func enter(closure: Closure, isCalledWithScene: Bool) {
        for capture in closure.captures where capture.isWeak && kept.contains(capture.name) {
            kept.remove(capture.name)
            weak.insert(capture.name)
        }
        for name in closure.parameters { forget(name) }
        if isCalledWithScene, let scene = closure.parameters.first, scene != "_" { hold(scene) }
    }

    private mutating func hold(_ name: String) {
        scenes.insert(name)
        kept.insert(name)
    }

    private mutating func forget(_ name: String) {
        scenes.remove(name)
        kept.remove(name)
        weak.remove(name)
    }

    /// Reads `let name = value` and `let name: Type`, if a declaration begins here.
    private mutating func declare(_ index: Int) {
        guard source.token(index, is: "let") || source.token(index, is: "var"), source.isWord(index + 1) else { return }
        let name = source.tokens[index + 1].text
        let wasWeak = weak.contains(name)
        let value = source.token(index + 2, is: "=") ? index + 3 : index + 2
        let first = source.tokens.indices.contains(value) ? source.tokens[value].text : ""
        let isScene = first == "SceneRuntime" || (first == ":" && source.token(value + 1, is: "SceneRuntime"))
        let isAssembled = source.token(value + 1, is: ".") && source.token(value + 2, is: "assemble")
        let isAdded = scenes.contains(first) && source.token(value + 1, is: ".") && source.token(value + 2, is: "add")
        let isAlias = source.token(index + 2, is: "=") && !source.token(value + 1, is: ".")
        let (aliased, aliasedScene) = (isAlias && kept.contains(first), isAlias && scenes.contains(first))
        forget(name)
        if source.token(index - 1, is: "weak") {
            scenes.insert(name)
        } else if isScene || aliased || (wasWeak && (value == index + 2 || first == name)) {
            hold(name)
        } else if isAssembled || isAdded || aliasedScene {
            scenes.insert(name)
        } else if known.parts.contains(first) {
            kept.insert(name)
        }
    }
}

extension SourceText {
    /// Returns the function whose body begins at a brace.
    fileprivate func function(at brace: Int) -> Declaration? {
        declarations(["func"]).first { $0.hasBody && $0.body.lowerBound == brace + 1 }
    }

    /// Returns the definition of the scene that a function returns.
    fileprivate func sceneReturned(by function: Declaration) -> String? {
        function.heading.first { token($0, is: "SceneRuntime") && token($0 - 1, is: ">") }.map { definition(after: $0) }
    }

    /// Returns the names of the parameters that are scenes, and their definitions.
    fileprivate func scenes(in heading: Range<Int>) -> [(name: String, definition: String)] {
        heading.filter { isWord($0) && token($0 + 1, is: ":") && token($0 + 2, is: "SceneRuntime") }
            .map { (tokens[$0].text, definition(after: $0 + 2)) }
    }

    /// Returns `Movies` in `SceneRuntime<Movies>`.
    private func definition(after runtime: Int) -> String {
        token(runtime + 1, is: "<") && isWord(runtime + 2) ? tokens[runtime + 2].text : ""
    }

    /// Returns the parameters, if the body of an initializer begins at a brace.
    fileprivate func parametersOfInitializer(before brace: Int) -> Range<Int>? {
        guard token(brace - 1, is: ")"), let open = partner[brace - 1] else { return nil }
        return token(open - 1, is: "init") || (token(open - 1, is: "?") && token(open - 2, is: "init"))
            ? open + 1..<brace - 1 : nil
    }
}
