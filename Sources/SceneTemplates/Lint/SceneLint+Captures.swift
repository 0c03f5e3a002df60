/// Finds closures that keep the scene that keeps them, so that neither of them ever ends: those that an assembly gives
/// to a scene, and that use the scene, a part of it, its parent, or an object or a value that holds the scene.
extension SceneLint {
    var captures: [Finding] {
        let targets = Set(package.scenes.map(\.file.target))
        let files = package.files.filter { targets.contains($0.target) }
        let parts = Set(
            package.scenes.flatMap { scene in ["Controller", "Interactor", "Store"].map { scene.name + $0 } })
        let types = files.flatMap { $0.declarations(["actor", "class", "struct"]) }
        let known = KnownTypes(
            parts: parts,
            classes: Set(types.filter { !$0.source.token($0.start, is: "struct") }.map(\.name)),
            holders: Dictionary(types.map { ($0.name, $0.strongProperties(of: parts.union(["SceneRuntime"]))) }) {
                $0.merging($1) { first, _ in first }
            },
            children: Dictionary(package.scenes.map { ($0.name, children(of: $0)) }) { $0.union($1) })
        return files.flatMap { file in file.captures(known) }
    }

    /// The types that matter, by name.
    struct KnownTypes {
        /// The parts that scenes hold.
        let parts: Set<String>
        let classes: Set<String>
        /// The properties of classes and structures that hold a scene, a part of one or a closure, each with the
        /// definition of the scene or the type of the part. Empty if it is generic, `->` for a closure.
        let holders: [String: [String: String]]
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

extension Declaration {
    /// Returns the stored properties with one of these types, also optional ones, or with a closure. Weak ones hold
    /// nothing.
    fileprivate func strongProperties(of types: Set<String>) -> [String: String] {
        let all = source.surface(of: body).filter { index in
            ["let", "var"].contains { source.token(index, is: $0) } && source.token(index + 2, is: ":")
                && ((types.contains(source.tokens[index + 3].text) && isStored(typeAt: index + 3))
                    || isClosure(typeAt: index + 3))
                && !(body.lowerBound..<index).reversed().prefix { source.line(of: $0) == source.line(of: index) }
                    .contains { source.token($0, is: "weak") || source.token($0, is: "unowned") }
        }
        return Dictionary(
            all.map { index in
                let type = isClosure(typeAt: index + 3) ? "->" : source.sceneType(at: index + 3)
                return (source.tokens[index + 1].text, isHeaded(by: type) ? "" : type)
            }
        ) { first, _ in first }
    }

    /// Whether a stored property has the type of a closure, also an optional one.
    private func isClosure(typeAt index: Int) -> Bool {
        let type = (index..<body.upperBound).prefix {
            source.line(of: $0) == source.line(of: index) && !source.token($0, is: "=") && !source.token($0, is: "{")
        }
        return !source.token(type.upperBound, is: "{")
            && type.contains { source.token($0, is: "-") && source.token($0 + 1, is: ">") }
    }

    /// Whether no body follows the type of a property, apart from observers.
    private func isStored(typeAt index: Int) -> Bool {
        var end = source.token(index + 1, is: "<") ? index + 3 : index + 1
        while [">", "?", "!"].contains(where: { source.token(end, is: $0) }) { end += 1 }
        return !source.token(end, is: "{") || ["willSet", "didSet"].contains { source.token(end + 1, is: $0) }
    }
}

extension SourceText {
    fileprivate func captures(_ known: SceneLint.KnownTypes) -> [Finding] {
        let registrations = registrations.filter { !$0.closures.isEmpty || !$0.receivers.isEmpty }
        guard !registrations.isEmpty else { return [] }
        var seen: Set<Int> = []
        return registrations.flatMap { registration -> [Finding] in
            let variables = SceneVariables(at: registration.token, of: self, registrations, known)
            guard variables.scenes.contains(registration.scene) else { return [] }
            let names = variables.kept.union([registration.scene]).union(variables.isInObject ? ["self"] : [])
            let uses = registration.closures.flatMap { open in
                names.sorted().compactMap { name in strongUse(of: name, inClosureAt: open).map { (name, $0) } }
            }
            let methods = registration.receivers.map { (tokens[$0].text, $0) }.filter { names.contains($0.0) }
            return (uses + methods).filter { seen.insert($0.1).inserted }.map { name, token in
                let scene = registration.scene
                let consequence =
                    variables.values.contains(name)
                    ? "which holds \(scene), and so \(scene) never ends. Use what the closure is called with."
                    : "and so \(name) never ends. Write `[weak \(name)]`, or use what the closure is called with."
                return finding(
                    .capturesScene, at: token,
                    "A closure that \(scene).\(registration.name) keeps uses \(name), \(consequence)")
            }
        }
    }

    /// Returns where a closure, or a local function or closure that it names, uses a variable from outside that it does
    /// not hold weakly.
    func strongUse(of name: String, inClosureAt open: Int, after callers: Set<Int> = []) -> Int? {
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
