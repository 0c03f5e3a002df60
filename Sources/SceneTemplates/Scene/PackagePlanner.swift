import Foundation

/// A package that holds one scene, with manifest and README.
struct PackagePlanner {
    let options: SceneOptions
    let name: SceneName
    /// Absolute: the folder that gets the package's folder.
    let folder: String
    /// Where the package finds the library: a path, or a URL with `@version` or `#revision`.
    let library: String
    let files: any FileAccess

    func plan() throws -> FilePlan {
        guard files.kind(of: folder) == .directory else {
            throw GeneratorError(
                "There is no folder \(folder) to make the package in.",
                remedy: "Make it, or name another with --package-path.")
        }
        let home = files.resolved(folder)
        let root = "\(home)/\(name)"
        guard files.kind(of: root) == .nothing || (files.kind(of: root) == .directory && files.names(in: root).isEmpty)
        else {
            throw GeneratorError(
                "\(root) is there already, and is not empty.", remedy: "Choose another name, or remove it.")
        }
        var plan = FilePlan(root: home)
        let module = "\(name)Scenes"
        let text = SceneText(
            scene: name.text, module: module, hasOutput: options.hasOutput ?? true, fields: options.fields)
        let reference = try LibraryReference(library, from: root, files)
        let values = [
            "module": module, "frontEnd": name.text + options.frontEnd.suffix, "library": reference.dependency,
            "libraryPage": reference.page,
        ]
        var conditions: Set<String> = []
        if options.tests != .none { conditions.insert("tests") }
        if options.tests != .none || options.frontEnd != .none { conditions.insert("several") }
        if options.frontEnd == .terminal { conditions.insert("terminal") }
        if options.frontEnd == .swiftui || options.frontEnd == .uikit { conditions.insert("graphical") }
        let manifest = try text.render(.package, values, where: conditions)
        plan.create(
            "\(name)/Package.swift",
            manifest.replacingOccurrences(of: "package: \"swift-cis\"", with: "package: \"\(reference.identity)\""))
        plan.create("\(name)/README.md", try text.render(.readMe, values, where: conditions))
        plan.create("\(name)/.gitignore", ".build/\n")
        try addSources(text, module, &plan)
        try addTests(text, module, &plan)
        return plan
    }

    private func addSources(_ text: SceneText, _ module: String, _ plan: inout FilePlan) throws {
        for part in SceneComponent.parts {
            plan.create("\(name)/Sources/\(module)/\(name)/\(name)\(part.suffix).swift", try text.part(part))
        }
        guard options.frontEnd != .none else { return }
        let place = "\(name)/Sources/\(name)\(options.frontEnd.suffix)"
        plan.create("\(place)/\(text.viewName(options.frontEnd)).swift", try text.view(options.frontEnd))
        guard options.frontEnd == .terminal else { return }
        plan.create("\(place)/main.swift", try text.render(.main))
        plan.create("\(place)/Sample\(name)Worker.swift", try text.render(.sampleWorker))
    }

    private func addTests(_ text: SceneText, _ module: String, _ plan: inout FilePlan) throws {
        guard options.tests != .none else { return }
        let place = "\(name)/Tests/\(module)Tests/\(name)"
        let worker = try text.part(.worker)
        plan.create(
            "\(place)/\(name)WorkerDouble.swift", try text.double(of: SourceText(worker), path: "\(name)Worker.swift"))
        plan.create("\(place)/\(name)Fixture.swift", try text.render(.fixture))
        if options.tests != .xctest { plan.create("\(place)/\(name)Tests.swift", try text.render(.tests)) }
        if options.tests != .swiftTesting { plan.create("\(place)/\(name)XCTests.swift", try text.render(.xcTests)) }
    }
}
