/// `lint-scenes`: reads, and reports or draws.
struct LintScenesCommand {
    private let location: PackageLocation
    private let surroundings: Surroundings

    init(_ location: PackageLocation, _ surroundings: Surroundings) {
        self.location = location
        self.surroundings = surroundings
    }

    func run(_ arguments: [String]) throws -> Int32 {
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            surroundings.write(HelpText.lintScenes)
            return 0
        }
        var reader = ArgumentReader(arguments, verb: "lint-scenes")
        let target = try reader.value("--target", "TARGET")
        let isDiagram = try reader.flag("--diagram")
        if let name = try reader.positional() {
            throw GeneratorError("lint-scenes takes no name: \(name).", remedy: "Choose a target with --target.")
        }
        let layout = try location.layout(surroundings)
        if let target { _ = try layout.sceneTarget(target) }
        let package = try ScannedPackage(layout, only: target, surroundings.files)
        guard !package.scenes.isEmpty else {
            throw GeneratorError(
                "There is no scene in \(layout.root).",
                remedy: "A scene says `: SceneDefinition` in its source; write one with new-scene.")
        }
        if isDiagram {
            SceneDiagram(package).lines.forEach(surroundings.write)
            return 0
        }
        let findings = SceneLint(package).findings
        findings.map(\.text).forEach(surroundings.write)
        let scenes = package.scenes.count
        surroundings.write("\(scenes) scene\(scenes == 1 ? "" : "s"), \(findings.count) to report.")
        if package.tests.isEmpty { surroundings.write("note: there are no tests, so actions were not checked.") }
        return findings.isEmpty ? 0 : 1
    }
}
