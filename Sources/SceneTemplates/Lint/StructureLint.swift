/// Checks that each part of a scene is in the file in which the generator writes it.
struct StructureLint {
    let scene: ScannedPackage.Scene

    private typealias Part = (suffix: String, what: String, file: SourceFile?, line: Int)

    /// Each part must be in a file of its own, named after it, beside the vocabulary. A small scene can be in one file.
    var findings: [Finding] {
        let there = parts.filter { $0.file != nil }
        let missing = parts.filter { $0.file == nil && isNeeded($0.suffix) }.map { part in
            finding(scene.file.path, definitionLine, "\(scene.name) has no \(part.what).")
        }
        guard there.contains(where: { $0.file?.path != scene.file.path }) else { return missing }
        let folder = FilePlan.split(scene.file.path).folder
        let vocabulary = ("", "vocabulary", Optional(scene.file), definitionLine)
        return missing
            + ([vocabulary] + there).compactMap { part in
                let expected = (folder.isEmpty ? "" : folder + "/") + scene.name + part.0 + ".swift"
                guard let path = part.2?.path, path != expected else { return nil }
                return finding(path, part.3, "The \(part.1) of \(scene.name) is not in \(expected).")
            }
    }

    private var parts: [Part] {
        let classes = ["Controller", "Interactor", "Store"].map { suffix -> Part in
            part(suffix, suffix.lowercased(), scene.target.declarations(["class"], named: scene.name + suffix).first)
        }
        let worker = scene.target.declarations(["protocol"], named: scene.name + "Worker").first
        return classes + [part("Worker", "worker protocol", worker), part("Assembly", "assembly", assembly)]
    }

    private func part(_ suffix: String, _ what: String, _ found: FoundDeclaration?)
        -> Part
    {
        (suffix, what, found?.file, found.map { $0.file.source.line(of: $0.declaration.start) } ?? 0)
    }

    /// The function that connects the parts and returns the scene's runtime.
    private var assembly: FoundDeclaration? {
        for (file, outer) in scene.target.declarations(["extension", "enum", "struct"], named: scene.name) {
            let functions = file.source.declarations(["func"], in: outer.body)
            if let found = functions.first(where: { function in
                function.heading.contains {
                    file.source.token($0, is: "SceneRuntime") && file.source.token($0 - 1, is: ">")
                }
            }) {
                return (file, found)
            }
        }
        return nil
    }

    /// An interactor is needed if there are use cases, a worker is optional, and all other parts are needed.
    private func isNeeded(_ suffix: String) -> Bool {
        switch suffix {
        case "Interactor":
            scene.vocabulary("UseCase").map { !$0.file.source.cases(of: $0.declaration).isEmpty } ?? false
        case "Worker": false
        default: true
        }
    }

    private var definitionLine: Int { scene.file.source.line(of: scene.definition.start) }

    private func finding(_ path: String, _ line: Int, _ message: String) -> Finding {
        Finding(path: path, line: line, rule: .structure, message: message)
    }
}
