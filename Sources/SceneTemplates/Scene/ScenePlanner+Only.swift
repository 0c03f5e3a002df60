/// `--only`: a part is written if what it names is there, or is written with it. Otherwise it would not compile.
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

    /// The parts, and all parts that these need and that are not there.
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
            return try SwiftFiles.paths(in: tests.path, of: layout.root, files).contains { path in
                let text = try files.read(layout.root + "/" + path)
                return text.contains(name.text) && SourceText(text).typesOfModule.contains(name.text + part.suffix)
            }
        case .view, .tests: return true  // nothing needs them
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
                "There is no scene '\(name)' in the target '\(target.name)' that --only \(list(only)) could add to.",
                remedy:
                    "Leave --only out to write all of it, name the scene's own target, or write --only \(list(all)).")
        }
        return GeneratorError(
            "--only \(list(only)) needs what the scene '\(name)' does not have: \(list(all.subtracting(only))).",
            remedy: "Write --only \(list(all)).")
    }

    /// The templates know a new scene's cases and its worker's functions, and no others.
    private func checkVocabulary(of part: SceneComponent, _ text: SceneText, _ existing: SceneSources) throws {
        guard part != .worker, part != .assembly, part != .double else { return }
        let new = SourceText(try text.part(.scene))
        for (vocabulary, switching) in [
            ("Action", SceneComponent.controller), ("UseCase", .interactor), ("Mutation", .store),
        ] {
            let known = Set(new.declarations(["enum"]).filter { $0.name == vocabulary }.flatMap(new.cases).map(\.name))
            let there = Set(
                existing.nested("enum", vocabulary).map { $0.file.source.cases(of: $0.declaration) }?.map(\.name) ?? [])
            // A switch has to know all cases; what only sends some of them does not.
            let others = part == switching ? known.symmetricDifference(there) : known.subtracting(there)
            guard others.isEmpty else {
                throw GeneratorError(
                    "--only \(part.rawValue) writes it for the cases of a new scene, and \(name).\(vocabulary) differs in "
                        + "\(others.sorted().joined(separator: ", ")).",
                    remedy: "Write it by hand, or make \(vocabulary) the same as a new scene's first.")
            }
        }
    }
}
