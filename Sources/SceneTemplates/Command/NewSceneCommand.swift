/// The command `new-scene`: turns options into a plan, and the plan into files.
struct NewSceneCommand {
    let location: PackageLocation
    let environment: ToolEnvironment
    private var files: any FileSystem { environment.files }

    func run(_ arguments: [String]) throws -> Int32 {
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            environment.write(HelpText.newScene)
            return 0
        }
        let options = try SceneOptions(parsing: arguments)
        let plan = try plan(options)
        guard !options.isDryRun else {
            try plan.check(files)
            for line in plan.summary { environment.write("would \(line)") }
            return 0
        }
        try plan.write(to: files)
        for line in plan.summary { environment.write(line) }
        if plan.summary.isEmpty { environment.write("Nothing to do: all files are up to date.") }
        try hints(options, plan).forEach(environment.write)
        return 0
    }

    private func plan(_ options: SceneOptions) throws -> FilePlan {
        if case .xcodeTemplates(let folder) = options.task {
            return try XcodeTemplates(folder: folder, environment: environment).plan()
        }
        guard let name = options.name else {
            throw GeneratorError("The scene's name is missing.", remedy: "Write new-scene Movies.")
        }
        if options.task == .package {
            let library = options.library ?? location.library ?? environment.libraryDirectory
            return try PackagePlanner(
                options: options, name: name, folder: location.root, library: library, files: files
            ).plan()
        }
        let layout = try location.layout(environment)
        if case .scene(let only) = options.task {
            return try ScenePlanner(options: options, name: name, layout: layout, files: files).plan(only: only)
        }
        return try addition(options, name, layout)
    }

    private func addition(_ options: SceneOptions, _ name: SceneName, _ layout: PackageLayout) throws -> FilePlan {
        var plan = FilePlan(root: layout.root)
        let target = try options.target == nil ? targetOfScene(name, layout) : layout.sceneTarget(options.target)
        let sources = try SceneSources(name, in: target, of: layout, files)
        let editor = SceneEditor(root: layout.root, files: files, sources: sources)
        switch options.task {
        case .addUseCase(let useCase): try editor.add(useCase: useCase, to: &plan)
        case .addAction(let action): try editor.add(action: action.text, to: &plan)
        case .refreshDoubles:
            try DoublePlanner(sources: sources, layout: layout, files: files).refresh(&plan)
        case .scene, .package, .xcodeTemplates: break
        }
        return plan
    }

    /// Returns the target that contains an existing scene.
    private func targetOfScene(_ name: SceneName, _ layout: PackageLayout) throws -> PackageTarget {
        let found = layout.targets.filter { target in
            target.kind != .test && (try? SceneSources(name, in: target, of: layout, files)) != nil
        }
        guard let target = found.first else {
            throw GeneratorError(
                "There is no scene '\(name)' in \(layout.root).", remedy: "Write it first: new-scene \(name).")
        }
        guard found.count == 1 else {
            throw GeneratorError(
                "Several targets have a scene '\(name)'.",
                remedy: "Choose one with --target: \(found.map(\.name).joined(separator: ", ")).")
        }
        return target
    }

    /// Returns lines about what to do next.
    private func hints(_ options: SceneOptions, _ plan: FilePlan) throws -> [String] {
        switch options.task {
        case .package:
            let name = options.name?.text ?? ""
            return ["", "Next: swift test --package-path \(name)"]
        case .scene:
            let manifest = try files.read(plan.root + "/Package.swift")
            let layout = try location.layout(environment)
            var hints: [String] = []
            if !manifest.contains("\"CIS\"") { hints += Self.missing("CIS", of: "target", layout) }
            if options.tests != .none, !manifest.contains("\"CISTesting\"") {
                hints += Self.missing("CISTesting", of: "test target", layout)
            }
            if let parent = options.parent, let name = options.name {
                hints.append("note: call present\(name)(worker:) where \(parent) is assembled.")
            }
            return hints
        case .addUseCase, .addAction, .refreshDoubles: return []
        case .xcodeTemplates: return ["", "Xcode shows them at the end of File > New > File from Template."]
        }
    }

    private static func missing(_ product: String, of target: String, _ layout: PackageLayout) -> [String] {
        [
            "note: Package.swift does not name the product \(product); add it to the \(target)'s dependencies:",
            "    " + layout.product(product),
        ]
    }
}
