/// Checks that each part of a scene is in the file in which the generator writes it.
extension SceneLint {
    private typealias Part = (suffix: String, what: String, found: Declaration?)

    /// Each part must be in a file of its own, named after it, beside the vocabulary. A small scene can be in one file.
    func structure(_ scene: ScannedPackage.Scene) -> [Finding] {
        let parts: [Part] =
            ["Controller", "Interactor", "Store"].map { suffix in
                (suffix, suffix.lowercased(), scene.target.declarations(["class"], named: scene.name + suffix).first)
            } + [("Worker", "worker protocol", scene.worker.first), ("Assembly", "assembly", scene.assembly)]
        let missing = parts.filter { $0.found == nil && scene.needs($0.suffix) }.map { part in
            scene.file.finding(.structure, at: scene.definition.start, "\(scene.name) has no \(part.what).")
        }
        guard parts.contains(where: { $0.found != nil && $0.found?.source !== scene.file }) else { return missing }
        let folder = FilePlan.split(scene.file.path).folder
        let misplaced = ([("", "vocabulary", scene.definition)] + parts).compactMap { part -> Finding? in
            let expected = (folder.isEmpty ? "" : folder + "/") + scene.name + part.suffix + ".swift"
            guard let found = part.found, found.source.path != expected else { return nil }
            return found.source.finding(
                .structure, at: found.start, "The \(part.what) of \(scene.name) is not in \(expected).")
        }
        return missing + misplaced
    }
}

extension ScannedPackage.Scene {
    /// The function that connects the parts and returns the scene's runtime.
    fileprivate var assembly: Declaration? {
        target.declarations(["extension", "enum", "struct"], named: name).lazy.flatMap(\.functions).first { function in
            function.heading.contains {
                function.source.token($0, is: "SceneRuntime") && function.source.token($0 - 1, is: ">")
            }
        }
    }

    /// An interactor is needed if there are use cases, a worker is optional, and all other parts are needed.
    fileprivate func needs(_ suffix: String) -> Bool {
        switch suffix {
        case "Interactor": vocabulary("UseCase").map { !$0.cases.isEmpty } ?? false
        case "Worker": false
        default: true
        }
    }
}
