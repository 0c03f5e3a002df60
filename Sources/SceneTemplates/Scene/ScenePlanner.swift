/// Plans the files of a scene.
struct ScenePlanner {
    let options: SceneOptions
    let name: SceneName
    let layout: PackageLayout
    let files: any FileSystem

    /// - Parameter only: The components to write. Nil for all that the options ask for.
    func plan(only: Set<SceneComponent>?) throws -> FilePlan {
        var plan = FilePlan(root: layout.root)
        let target = try layout.sceneTarget(options.target)
        let existing = try? SceneSources(name, in: target, of: layout, files)
        let text = self.text(target, existing)
        if let only { try check(only, text, target, existing) }
        let wanted = only ?? all
        let folder = "\(target.path)/\(name)"
        for part in SceneComponent.parts where wanted.contains(part) {
            plan.create("\(folder)/\(name)\(part.suffix).swift", try text.part(part))
        }
        if wanted.contains(.view) { try addView(text, target, &plan) }
        if wanted.contains(.double) || wanted.contains(.tests) {
            try addTests(text, target, existing, wanted, isComplete: only == nil, &plan)
        }
        if let parent = options.parent, wanted.contains(.assembly) {
            try ChildPlanner(scenes: self, parent: parent, text: text, target: target).add(to: &plan)
        }
        try refuseDuplicates(plan)
        return plan
    }

    private var all: Set<SceneComponent> {
        var all = Set(SceneComponent.parts)
        if options.frontEnd != .none { all.insert(.view) }
        if options.tests != .none { all.formUnion([.double, .tests]) }
        return all
    }

    private func text(_ target: PackageTarget, _ existing: SceneSources?) -> SceneText {
        // A component that is added must fit the existing scene.
        let hasOutput = options.hasOutput ?? existing.map { $0.nested("enum", "Output") != nil } ?? true
        return SceneText(
            scene: name.text, module: target.moduleName, hasOutput: hasOutput, fields: options.fields,
            parent: options.parent?.text)
    }

    private func addView(_ text: SceneText, _ target: PackageTarget, _ plan: inout FilePlan) throws {
        guard options.frontEnd != .none else {
            throw GeneratorError("A view needs a front end.", remedy: "Add --front-end terminal|swiftui|uikit.")
        }
        let place = try layout.frontEndTarget(options.frontEndTarget, of: target, suffix: options.frontEnd.suffix)
        plan.create("\(place.path)/\(text.viewName(options.frontEnd)).swift", try text.view(options.frontEnd))
    }

    private func addTests(
        _ text: SceneText, _ target: PackageTarget, _ existing: SceneSources?, _ wanted: Set<SceneComponent>,
        isComplete: Bool, _ plan: inout FilePlan
    ) throws {
        let folder = "\(try layout.testTarget(of: target).path)/\(name)"
        if wanted.contains(.double) {
            let path = "\(target.path)/\(name)/\(name)Worker.swift"
            let new = plan.creations.first { $0.path == path }.map { (SourceText($0.text), path) }
            let found = existing?.declaration("protocol", "\(name)Worker").map { ($0.file.source, $0.file.path) }
            guard let (source, place) = new ?? found else {
                throw GeneratorError(
                    "There is no protocol \(name)Worker for a double.",
                    remedy: "Write it first: --only worker,double.")
            }
            plan.create("\(folder)/\(name)WorkerDouble.swift", try text.double(of: source, path: place))
        }
        guard wanted.contains(.tests) else { return }
        guard options.tests != .none else {
            throw GeneratorError(
                "--tests none and --only tests contradict each other.", remedy: "Remove one of the two.")
        }
        let fixture = "\(folder)/\(name)Fixture.swift"
        if isComplete || files.kind(of: layout.root + "/" + fixture) == .nothing {
            plan.create(fixture, try text.render(.fixture))
        }
        try text.addTests(.tests, options.tests, "\(folder)/\(name)", to: &plan)
    }

    /// A module cannot have two files or two types with the same name.
    private func refuseDuplicates(_ plan: FilePlan) throws {
        for owner in layout.targets {
            let new = plan.creations.filter { $0.path.hasPrefix(owner.path + "/") }
            guard !new.isEmpty else { continue }
            let paths = Set(new.map(\.path))
            let names = Set(new.map { FilePlan.split($0.path).name })
            let types = Set(new.flatMap { SourceText($0.text).typesOfModule })
            for path in SwiftFiles.paths(in: owner.path, of: layout.root, files) where !paths.contains(path) {
                let name = FilePlan.split(path).name
                guard !names.contains(name) else {
                    throw GeneratorError(
                        "The target '\(owner.name)' already has a file \(name): \(path).",
                        remedy: "Choose another name or another target: a module cannot have two files with one name.")
                }
                try refuseDuplicates(of: types, in: path, of: owner)
            }
        }
    }

    private func refuseDuplicates(of types: Set<String>, in path: String, of owner: PackageTarget) throws {
        // A target may have thousands of files. Few contain the name of the scene.
        guard let text = try? files.read(layout.root + "/" + path), text.contains(name.text),
            let duplicate = SourceText(text).typesOfModule.filter(types.contains).min()
        else { return }
        throw GeneratorError(
            "The target '\(owner.name)' already has a type \(duplicate): \(path).",
            remedy: "Choose another name or another target, or name the missing parts with --only.")
    }
}
