/// The command `new-scene`: turns options into a plan, and the plan into files.
struct NewSceneCommand {
    let location: PackageLocation
    let environment: ToolEnvironment
    private var files: any FileSystem { environment.files }

    func run(_ arguments: [String]) throws -> Int32 {
        let options = try SceneOptions(parsing: arguments)
        let plan = try plan(options)
        guard !options.isDryRun else {
            try plan.check(files)
            for line in plan.summary { environment.write("would \(line)") }
            return 0
        }
        try plan.write(to: files)
        plan.summary.forEach(environment.write)
        if plan.summary.isEmpty { environment.write("Nothing to do: all files are up to date.") }
        try hints(options, plan).forEach(environment.write)
        return 0
    }

    private func plan(_ options: SceneOptions) throws -> FilePlan {
        guard let name = options.name else {
            return try XcodeTemplates(folder: options.folder, environment: environment).plan()
        }
        if options.task == .package {
            return try PackagePlanner(
                options: options, name: name, folder: location.root, library: location.library, files: files
            ).plan()
        }
        let layout = try location.layout(environment)
        if options.task == .scene {
            var planner = try ScenePlanner(options, name, layout, files)
            return try planner.planned()
        }
        return try addition(options, name, layout)
    }

    private func addition(_ options: SceneOptions, _ name: SceneName, _ layout: PackageLayout) throws -> FilePlan {
        var plan = FilePlan(root: layout.root)
        let target = try options.target == nil ? targetOfScene(name, layout) : layout.sceneTarget(options.target)
        let sources = try SceneSources(name, in: target, of: layout, files)
        guard let member = options.member else {
            let planner = DoublePlanner(sources: sources, layout: layout, files: files)
            if let wrapper = options.recordedIn {
                try planner.record(in: wrapper, &plan)
            } else {
                try planner.refresh(&plan)
            }
            return plan
        }
        var editor = SceneEditor(sources)
        try editor.add(member.text, to: options.task == .addAction ? .action : .useCase, &plan)
        return plan
    }

    /// Returns the target that contains an existing scene.
    private func targetOfScene(_ name: SceneName, _ layout: PackageLayout) throws -> PackageTarget {
        let found = layout.targets.filter { target in
            target.kind != .test && (try? SceneSources(name, in: target, of: layout, files)) != nil
        }
        let target = try require(
            found.first, "There is no scene '\(name)' in \(layout.root).", remedy: "Write it first: new-scene \(name).")
        try require(
            found.count == 1, "Several targets have a scene '\(name)'.",
            remedy: "Choose one with --target: \(found.map(\.name).joined(separator: ", ")).")
        return target
    }

    /// Returns lines about what to do next.
    private func hints(_ options: SceneOptions, _ plan: FilePlan) throws -> [String] {
        guard let name = options.name else {
            return ["", "Xcode shows them at the end of File > New > File from Template."]
        }
        if options.task == .package { return ["", "Next: swift test --package-path \(name)"] }
        guard options.task == .scene else { return plan.notes }
        let manifest = try files.read(plan.root + "/Package.swift")
        let layout = try location.layout(environment)
        var hints: [String] = []
        for (product, target) in [("CIS", "target"), ("CISTesting", "test target")]
        where !manifest.contains("\"\(product)\"") && (product == "CIS" || options.tests != .none) {
            hints += [
                "note: Package.swift does not name the product \(product); add it to the \(target)'s dependencies:",
                "    " + layout.product(product),
            ]
        }
        return hints + plan.notes
    }
}
