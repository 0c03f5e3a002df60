/// Works out which files a scene needs, and where they go.
struct ScenePlanner {
    let options: SceneOptions
    let name: SceneName
    let layout: PackageLayout
    let files: any FileAccess

    /// - Parameter only: The components to write; nil for all that the options ask for.
    func plan(only: Set<SceneComponent>?) throws -> FilePlan {
        var plan = FilePlan(root: layout.root)
        let target = try layout.sceneTarget(options.target)
        let existing = try? SceneSources(name, in: target, of: layout, files)
        if let only { try check(only, target, existing) }
        let text = self.text(target, existing)
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
        try refuseTwins(plan, target)
        return plan
    }

    /// Every part uses the vocabulary: without it none compiles.
    private func check(_ only: Set<SceneComponent>, _ target: KnownTarget, _ existing: SceneSources?) throws {
        guard existing == nil, !only.contains(.scene) else { return }
        let parts = SceneComponent.allCases.filter(only.contains).map(\.rawValue).joined(separator: ",")
        throw GeneratorError(
            "There is no scene '\(name)' in the target '\(target.name)' that --only \(parts) could add to.",
            remedy: "Leave --only out to write all of it, name the scene's own target, or write --only scene,\(parts).")
    }

    private var all: Set<SceneComponent> {
        var all = Set(SceneComponent.parts)
        if options.frontEnd != .none { all.insert(.view) }
        if options.tests != .none { all.formUnion([.double, .tests]) }
        return all
    }

    private func text(_ target: KnownTarget, _ existing: SceneSources?) -> SceneText {
        // A component that is added to a scene fits what is there.
        let isDelegate =
            options.worker.map { $0 == .delegate } ?? (existing.map { $0.nested("enum", "Output") != nil } ?? true)
        return SceneText(
            scene: name.text, module: target.moduleName, isDelegate: isDelegate, parent: options.parent?.text)
    }

    private func addView(_ text: SceneText, _ target: KnownTarget, _ plan: inout FilePlan) throws {
        guard options.frontEnd != .none else {
            throw GeneratorError("A view needs a front end.", remedy: "Add --front-end terminal|swiftui|uikit.")
        }
        let place = try layout.frontEndTarget(options.frontEndTarget, of: target, options.frontEnd)
        plan.create("\(place.path)/\(text.viewName(options.frontEnd)).swift", try text.view(options.frontEnd))
    }

    private func addTests(
        _ text: SceneText, _ target: KnownTarget, _ existing: SceneSources?, _ wanted: Set<SceneComponent>,
        isComplete: Bool, _ plan: inout FilePlan
    ) throws {
        let folder = "\(try layout.testTarget(of: target).path)/\(name)"
        if wanted.contains(.double) {
            let path = "\(target.path)/\(name)/\(name)Worker.swift"
            if let new = plan.creations.first(where: { $0.path == path }) {
                plan.create(
                    "\(folder)/\(name)WorkerDouble.swift", try text.double(of: SourceText(new.text), path: path))
            } else {
                guard let found = existing?.declaration("protocol", "\(name)Worker") else {
                    throw GeneratorError(
                        "There is no protocol \(name)Worker to make a double of.",
                        remedy: "Write it first: --only worker,double.")
                }
                plan.create(
                    "\(folder)/\(name)WorkerDouble.swift", try text.double(of: found.file.source, path: found.file.path)
                )
            }
        }
        guard wanted.contains(.tests) else { return }
        guard options.tests != .none else {
            throw GeneratorError(
                "--tests none and --only tests contradict each other.", remedy: "Leave one of the two out.")
        }
        let fixture = "\(folder)/\(name)Fixture.swift"
        if isComplete || files.kind(of: layout.root + "/" + fixture) == .nothing {
            plan.create(fixture, try text.render(.fixture))
        }
        if options.tests != .xctest { plan.create("\(folder)/\(name)Tests.swift", try text.render(.tests)) }
        if options.tests != .swiftTesting { plan.create("\(folder)/\(name)XCTests.swift", try text.render(.xcTests)) }
    }

    /// The compiler refuses two files of one name in a module, wherever they are.
    private func refuseTwins(_ plan: FilePlan, _ target: KnownTarget) throws {
        for owner in layout.targets {
            let there = SwiftFiles.paths(in: owner.path, of: layout.root, files)
            for creation in plan.creations where creation.path.hasPrefix(owner.path + "/") {
                let name = FilePlan.split(creation.path).name
                guard let twin = there.first(where: { $0 != creation.path && FilePlan.split($0).name == name }) else {
                    continue
                }
                throw GeneratorError(
                    "The target '\(owner.name)' has a file \(name) already: \(twin).",
                    remedy: "Choose another name, or another target: a module has no two files of one name.")
            }
        }
    }
}

extension KnownTarget {
    /// The target's name as the compiler spells it.
    var moduleName: String {
        let name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
}
