/// The command `lint-scenes`: reads a package, and reports findings or draws diagrams.
struct LintScenesCommand {
    let location: PackageLocation
    let environment: ToolEnvironment

    func run(_ arguments: [String]) throws -> Int32 {
        var reader = ArgumentReader(arguments, verb: "lint-scenes")
        let target = try reader.value("--target", "TARGET")
        let isDiagram = try reader.flag("--diagram")
        if let name = try reader.positional() {
            throw GeneratorError("lint-scenes takes no name: \(name).", remedy: "Choose a target with --target.")
        }
        let layout = try location.layout(environment)
        if let target { _ = try layout.sceneTarget(target) }
        let package = try ScannedPackage(layout, only: target, environment.files)
        try require(
            !package.scenes.isEmpty, "There is no scene in \(layout.root).",
            remedy: "A scene conforms to `SceneDefinition`. Write one with new-scene.")
        if isDiagram {
            SceneDiagram(package: package).lines.forEach(environment.write)
            return 0
        }
        let findings = SceneLint(package: package).findings
        findings.map(\.text).forEach(environment.write)
        let scenes = package.scenes.count
        environment.write("\(scenes) scene\(scenes == 1 ? "" : "s"), \(findings.count) to report.")
        if package.tests.isEmpty { environment.write("note: there are no tests, so actions were not checked.") }
        return findings.isEmpty ? 0 : 1
    }
}
