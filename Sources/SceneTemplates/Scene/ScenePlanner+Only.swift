/// The checks for `--only`: the parts that a part uses must exist or be written with it. Otherwise it would not
/// compile.
extension ScenePlanner {
    func check(_ only: Set<SceneComponent>, _ text: SceneText, _ target: PackageTarget, _ existing: SceneSources?)
        throws
    {
        let all = try completed(only, text, target, existing)
        guard all == only else { throw Self.incomplete(only, all, name, target, existing) }
        guard let existing, !only.contains(.scene) else { return }
        for part in SceneComponent.allCases where only.contains(part) {
            try checkVocabulary(of: part, text, existing)
        }
    }

    /// Returns the parts, and the missing parts that they need.
    private func completed(
        _ only: Set<SceneComponent>, _ text: SceneText, _ target: PackageTarget, _ existing: SceneSources?
    ) throws -> Set<SceneComponent> {
        var all = only
        var open = Array(only)
        while let part = open.popLast() {
            for need in part.needs(options.frontEnd) where !all.contains(need) {
                guard try !isThere(need, target, existing) else { continue }
                all.insert(need)
                open.append(need)
            }
        }
        return all
    }

    private func isThere(_ part: SceneComponent, _ target: PackageTarget, _ existing: SceneSources?) throws -> Bool {
        guard let existing else { return false }
        switch part {
        case .scene: return true
        case .controller, .interactor, .store: return existing.declaration("class", name.text + part.suffix) != nil
        case .worker: return existing.declaration("protocol", name.text + part.suffix) != nil
        case .assembly: return existing.files.function("assemble", of: name.text) != nil
        case .double:
            let tests = try layout.testTarget(of: target)
            return try SwiftFiles.sources(of: tests, in: layout.root, containing: name.text, files)
                .contains { $0.source.typesOfModule.contains(name.text + part.suffix) }
        case .view, .tests: return true  // no part needs them
        }
    }

    private static func incomplete(
        _ only: Set<SceneComponent>, _ all: Set<SceneComponent>, _ name: SceneName, _ target: PackageTarget,
        _ existing: SceneSources?
    ) -> GeneratorError {
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
    private func checkVocabulary(of part: SceneComponent, _ text: SceneText, _ existing: SceneSources) throws {
        guard part != .worker, part != .assembly, part != .double else { return }
        let new = SourceText(try text.part(.scene))
        for (vocabulary, switching) in [
            ("Action", SceneComponent.controller), ("UseCase", .interactor), ("Mutation", .store),
        ] {
            let known = Set(new.declarations(["enum"]).filter { $0.name == vocabulary }.flatMap(new.cases).map(\.name))
            let there = Set(
                existing.nested("enum", vocabulary).map { $0.file.source.cases(of: $0.declaration) }?.map(\.name) ?? [])
            // A switch needs all cases. A part that only sends some of them does not.
            let others = part == switching ? known.symmetricDifference(there) : known.subtracting(there)
            guard others.isEmpty else {
                throw GeneratorError(
                    "--only \(part.rawValue) fits the cases of a new scene only, and \(name).\(vocabulary) differs in "
                        + "\(others.sorted().joined(separator: ", ")).",
                    remedy: "Write it by hand, or give \(vocabulary) the cases of a new scene first.")
            }
        }
    }
}
