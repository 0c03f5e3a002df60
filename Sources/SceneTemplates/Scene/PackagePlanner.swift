import Foundation

/// Plans a package that contains one scene, with manifest and README.
struct PackagePlanner {
    let options: SceneOptions
    let name: SceneName
    /// The folder that will contain the package, as an absolute path.
    let folder: String
    /// The place of the library: a path, or a URL with `@version` or `#revision`.
    let library: String
    let files: any FileSystem

    private var module: String { "\(name)Scenes" }
    private var frontEnd: String { "\(name)\(options.frontEnd.view?.target ?? "")" }

    func plan() throws -> FilePlan {
        try require(
            files.kind(of: folder) == .directory, "There is no folder \(folder) for the package.",
            remedy: "Create it, or set another with --package-path.")
        let home = files.resolved(folder)
        let root = "\(home)/\(name)"
        let kind = files.kind(of: root)
        try require(
            kind == .nothing || (kind == .directory && files.names(in: root).isEmpty),
            "\(root) exists already, and is not empty.", remedy: "Choose another name, or remove it.")
        var scene = try ScenePlanner(options, name, PackageLayout(newIn: home, targets: targets), files)
        try addPackage(LibraryReference(library, from: root, files), scene.text, &scene.plan)
        var plan = try scene.planned()
        if options.frontEnd == .terminal {
            plan.create("\(name)/Sources/\(frontEnd)/main.swift", try scene.text.render(.main))
            plan.create(
                "\(name)/Sources/\(frontEnd)/Sample\(name)Worker.swift",
                try scene.text.render(.sampleWorker, where: ["elsewhere"]))
        }
        return plan
    }

    private var targets: [PackageTarget] {
        let all = [
            PackageTarget(kind: .source, name: module, path: "\(name)/Sources/\(module)"),
            PackageTarget(kind: .test, name: module + "Tests", path: "\(name)/Tests/\(module)Tests"),
        ]
        guard options.frontEnd != .none else { return all }
        return all + [PackageTarget(kind: .executable, name: frontEnd, path: "\(name)/Sources/\(frontEnd)")]
    }

    private func addPackage(_ reference: LibraryReference, _ text: SceneText, _ plan: inout FilePlan) throws {
        let values = [
            "module": module, "frontEnd": frontEnd, "library": reference.dependency, "libraryPage": reference.page,
            "libraryName": reference.identity,
        ]
        var conditions: Set<String> = []
        if options.tests != .none { conditions.insert("tests") }
        if options.tests != .none || options.frontEnd != .none { conditions.insert("several") }
        if options.frontEnd == .terminal { conditions.insert("terminal") }
        if options.frontEnd == .swiftui || options.frontEnd == .uikit { conditions.insert("graphical") }
        plan.create("\(name)/Package.swift", try text.render(.package, values, where: conditions))
        plan.create("\(name)/README.md", try text.render(.readMe, values, where: conditions))
        plan.create("\(name)/.gitignore", ".build/\n")
    }
}
