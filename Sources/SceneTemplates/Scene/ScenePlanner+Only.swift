/// The checks for `--only`: the parts that a part uses must exist or be written with it. Otherwise it would not
/// compile.
extension ScenePlanner {
    func check(_ only: Set<SceneComponent>) throws {
        let all = try completed(only)
        guard all == only else { throw incomplete(only, all) }
        guard let existing, !only.contains(.scene) else { return }
        for part in SceneComponent.allCases where only.contains(part) { try checkVocabulary(of: part, existing) }
    }

    /// Returns the parts, and the missing parts that they need.
    private func completed(_ only: Set<SceneComponent>) throws -> Set<SceneComponent> {
        var all = only
        var open = Array(only)
        while let part = open.popLast() {
            let missing = try part.needs(options.frontEnd).subtracting(all).filter { try !isThere($0) }
            all.formUnion(missing)
            open += missing
        }
        return all
    }

    private func isThere(_ part: SceneComponent) throws -> Bool {
        guard let existing else { return false }
        switch part {
        case .controller, .interactor, .store, .worker: return existing.part(part) != nil
        case .assembly: return existing.files.function("assemble", of: name.text) != nil
        case .double:
            let tests = try layout.testTarget(of: target)
            return try SwiftFiles.sources(of: tests, in: layout.root, containing: name.text, files)
                .contains { $0.typesOfModule.contains(name.text + part.suffix) }
        case .scene, .view, .tests: return true  // no part needs a view or tests
        }
    }

    private func incomplete(_ only: Set<SceneComponent>, _ all: Set<SceneComponent>) -> GeneratorError {
        func list(_ parts: Set<SceneComponent>) -> String {
            SceneComponent.allCases.filter(parts.contains).map(\.rawValue).joined(separator: ",")
        }
        guard existing != nil else {
            return GeneratorError(
                "There is no scene '\(name)' in the target '\(target.name)' to which --only \(list(only)) could add.",
                remedy:
                    "Remove --only to write the whole scene, set its target, or write --only \(list(all)).")
        }
        return GeneratorError(
            "--only \(list(only)) needs parts that the scene '\(name)' does not have: \(list(all.subtracting(only))).",
            remedy: "Write --only \(list(all)).")
    }

    /// The templates only fit the cases of a new scene.
    private func checkVocabulary(of part: SceneComponent, _ existing: SceneSources) throws {
        guard part != .worker, part != .assembly, part != .double else { return }
        let new = [SourceText(try text.part(.scene))]
        for vocabulary in Vocabulary.allCases {
            let known = Set(new.nested("enum", vocabulary.rawValue, in: name.text)?.cases.map(\.name) ?? [])
            let there = Set(existing.nested("enum", vocabulary.rawValue)?.cases.map(\.name) ?? [])
            // A switch needs all cases. A part that only sends some of them does not.
            let others = part == vocabulary.receiver.part ? known.symmetricDifference(there) : known.subtracting(there)
            try require(
                others.isEmpty,
                "--only \(part.rawValue) fits the cases of a new scene only, and \(name).\(vocabulary.rawValue) "
                    + "differs in \(others.sorted().joined(separator: ", ")).",
                remedy: "Write it by hand, or give \(vocabulary.rawValue) the cases of a new scene first.")
        }
    }
}
