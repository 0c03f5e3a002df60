/// Plans the files of a scene.
struct ScenePlanner {
    let options: SceneOptions
    let name: SceneName
    let layout: PackageLayout
    let files: any FileSystem
    let target: PackageTarget
    /// The scene, if the target has it already.
    let existing: SceneSources?
    let text: SceneText
    var plan: FilePlan

    init(_ options: SceneOptions, _ name: SceneName, _ layout: PackageLayout, _ files: any FileSystem) throws {
        self.options = options
        self.name = name
        self.layout = layout
        self.files = files
        target = try layout.sceneTarget(options.target)
        existing = try? SceneSources(name, in: target, of: layout, files)
        // A component that is added must fit the existing scene.
        let hasOutput = options.hasOutput ?? existing.map { $0.nested("enum", "Output") != nil } ?? true
        text = SceneText(
            scene: name.text, module: target.moduleName, hasOutput: hasOutput, fields: options.fields,
            parent: options.parent?.text, childForm: options.childForm)
        plan = FilePlan(root: layout.root)
    }

    /// Returns the plan for the components that `--only` names. Without `--only`, plans all components of the scene.
    mutating func planned() throws -> FilePlan {
        if let only = options.only { try check(only) }
        let wanted = options.only ?? all
        for part in SceneComponent.parts where wanted.contains(part) {
            plan.create("\(target.path)/\(name)/\(name)\(part.suffix).swift", try text.part(part))
        }
        if wanted.contains(.view) { try addView() }
        if wanted.contains(.double) { try addDouble() }
        if wanted.contains(.tests) { try addTests() }
        if let parent = options.parent, wanted.contains(.assembly) { try addChild(of: parent) }
        try refuseDuplicates()
        return plan
    }

    private var all: Set<SceneComponent> {
        var all = Set(SceneComponent.parts)
        if options.frontEnd != .none { all.insert(.view) }
        if options.tests != .none { all.formUnion([.double, .tests]) }
        return all
    }

    private mutating func addView() throws {
        let view = try require(
            options.frontEnd.view, "A view needs a front end.", remedy: "Add --front-end terminal|swiftui|uikit.")
        let place = try layout.frontEndTarget(options.frontEndTarget, of: target, suffix: view.target)
        plan.create("\(place.path)/\(name)\(view.suffix).swift", try text.render(view.template))
    }

    mutating func addDouble() throws {
        let path = "\(target.path)/\(name)/\(name)Worker.swift"
        let new = plan.creations.first { $0.path == path }.map { [SourceText($0.text, path: path)] }
        let worker = new?.declarations(["protocol"], named: "\(name)Worker").first ?? existing?.part(.worker)
        let folder = try layout.testTarget(of: target).path
        guard let worker else {
            throw GeneratorError(
                "There is no protocol \(name)Worker for a double.",
                remedy: "Write it first: --only worker,double.")
        }
        plan.create("\(folder)/\(name)/\(name)WorkerDouble.swift", try text.double(of: worker, finding: protocolNamed))
    }

    func protocolNamed(_ name: String) throws -> Declaration? {
        try SwiftFiles.protocol(name, from: target, of: layout, files)
    }

    private mutating func addTests() throws {
        let folder = "\(try layout.testTarget(of: target).path)/\(name)"
        try require(
            options.tests != .none, "--tests none and --only tests contradict each other.",
            remedy: "Remove one of the two.")
        let fixture = "\(folder)/\(name)Fixture.swift"
        if options.only == nil || files.kind(of: layout.root + "/" + fixture) == .nothing {
            plan.create(fixture, try text.render(.fixture))
        }
        try text.addTests(.tests, options.tests, "\(folder)/\(name)", to: &plan)
    }

    /// A module cannot have two files or two types with the same name.
    private func refuseDuplicates() throws {
        for owner in layout.targets {
            let new = plan.creations.filter { $0.path.hasPrefix(owner.path + "/") }
            guard !new.isEmpty else { continue }
            let paths = Set(new.map(\.path))
            let names = Set(new.map { FilePlan.split($0.path).name })
            let types = Set(new.flatMap { SourceText($0.text).typesOfModule })
            for path in SwiftFiles.paths(in: owner.path, of: layout.root, files) where !paths.contains(path) {
                let name = FilePlan.split(path).name
                try require(
                    !names.contains(name), "The target '\(owner.name)' already has a file \(name): \(path).",
                    remedy: "Choose another name or another target: a module cannot have two files with one name.")
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
