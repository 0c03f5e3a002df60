/// Makes the new scene the child of an existing scene, whose state then determines when it is there.
extension ScenePlanner {
    mutating func addChild(of parent: SceneName) throws {
        let child = name.text
        let sources = try SceneSources(parent, in: target, of: layout, files)
        for keyword in ["actor", "class", "enum", "struct"] {
            try require(
                sources.nested(keyword, child) == nil,
                "\(parent) has a type \(child) of its own, which would hide the scene.",
                remedy: "Choose another name, such as \(child)Screen.")
        }
        var editor = SceneEditor(sources)
        try addMembers(&editor)
        let field = "\(text.childForm.field(of: child)) = \(text.childForm.type(of: child))()"
        try editor.add(field: field, comment: "The scenes of ``\(child)``.", to: &plan)
        if text.childForm == .list {
            plan.create("\(target.path)/\(child)/\(child)Item.swift", try text.render(.childItem))
        }
        let text = text
        try editor.addToAssembly(&plan) { runtime in
            try text.render(.child, ["runtime": runtime]).split(separator: "\n").map(String.init)
        }
        let property = "\(text.childWorker): any \(child)Worker"
        let worker = try editor.add(
            requirement: "var \(property) { get }", comment: "The worker of ``\(child)``, a child.", &plan)
        try addWorker(to: worker.name, property)
        guard let tests = try? layout.testTarget(of: target) else { return }
        try addDouble(to: parent, worker, in: tests)
        try addChildTests(of: parent, in: tests)
    }

    /// Two actions and two mutations open and close the child.
    private mutating func addMembers(_ editor: inout SceneEditor) throws {
        let child = name.text
        let field = "state." + text.childForm.field(of: child)
        let item = text.childForm == .list ? SceneEditor.Value(name: "item", type: "\(child)Item") : nil
        let id: SceneEditor.Value?
        let change: (open: String, close: String)
        switch text.childForm {
        case .sheet: (id, change) = (nil, ("\(field).present(\(child).State())", "\(field).dismiss()"))
        case .stack:
            id = SceneEditor.Value(name: "id", type: "UInt64")
            change = ("\(field).push(\(child).State())", "\(field).pop(from: id)")
        case .list:
            id = SceneEditor.Value(name: "id", type: "\(child)Item.ID")
            change = ("\(field).updateOrAppend(item)", "\(field).remove(id)")
        }
        for (verb, value, body) in [("open", item, change.open), ("close", id, change.close)] {
            let past = verb == "open" ? "opened\(child)" : "closed\(child)"
            let argument = value.map { "(\($0.name))" } ?? ""
            try editor.add(verb + child, value, to: .action, body: ["store.execute(.\(past)\(argument))"], &plan)
            try editor.add(past, value, to: .mutation, body: [body], &plan)
        }
    }

    /// Gives the types that conform to the parent's worker a sample of the child's worker.
    private mutating func addWorker(to worker: String, _ property: String) throws {
        var isFound = false
        for owner in layout.targets where owner.kind != .test {
            for source in try SwiftFiles.sources(of: owner, in: layout.root, containing: worker, files) {
                for type in source.declarations(["actor", "class", "extension", "struct"])
                where type.isHeaded(by: worker) && type.hasBody {
                    isFound = true
                    try addWorker(to: type, property, in: owner)
                }
            }
        }
        if !isFound { plan.notes.append("note: add to what conforms to \(worker): let \(property)") }
    }

    private mutating func addWorker(
        to type: Declaration, _ property: String, in owner: PackageTarget
    ) throws {
        let (path, sample) = (type.source.path, "Sample\(name)Worker")
        // The file may have been changed already, by this plan.
        let source = SourceText(plan.edits.first { $0.path == path }?.after ?? type.source.text, path: path)
        let access = ["public", "package"].first(where: type.modifiers.contains).map { $0 + " " } ?? ""
        guard let place = source.declarations(["actor", "class"]).first(where: { $0.name == type.name && $0.hasBody }),
            let edited = source.adding(firstMember: "\(access)let \(property) = \(sample)()", to: place)
        else { return plan.notes.append("note: add to \(type.name) in \(path): let \(property)") }
        plan.edit(path, from: type.source.text, to: edited)
        let new = "\(FilePlan.split(path).folder)/\(sample).swift"
        let known = try SwiftFiles.sources(of: owner, in: layout.root, containing: sample, files)
        guard
            !plan.creations.contains(where: {
                $0.path.hasPrefix(owner.path + "/") && $0.path.hasSuffix("/\(sample).swift")
            }),
            !known.contains(where: { $0.typesOfModule.contains(sample) })
        else { return }
        plan.create(new, try text.render(.sampleWorker, where: owner.name == target.name ? [] : ["elsewhere"]))
    }

    /// Generates the double of the parent's worker again. It has a double of the child's worker.
    private mutating func addDouble(to parent: SceneName, _ worker: Declaration, in tests: PackageTarget) throws {
        let double = "\(worker.name)Double"
        let sources = try SwiftFiles.sources(of: tests, in: layout.root, containing: "WorkerDouble", files)
        for type in sources.flatMap({ $0.declarations(["class", "actor", "struct"]) })
        where type.isHeaded(by: worker.name) {
            guard type.name == double, type.source.text.hasPrefix(WorkerDouble.mark) else {
                plan.notes.append(
                    "note: add to \(type.name) in \(type.source.path): let \(text.childWorker): any \(name)Worker")
                continue
            }
            let path = "\(tests.path)/\(name)/\(name)WorkerDouble.swift"
            if !plan.creations.contains(where: { $0.path == path }) { try addDouble() }
            let parentText = SceneText(scene: parent.text, module: target.moduleName)
            let known = Set(sources.flatMap(\.typesOfModule)).union(["\(name)WorkerDouble"])
            plan.edit(
                type.source.path, from: type.source.text,
                to: try parentText.double(of: worker, besides: known, finding: protocolNamed))
        }
    }

    /// The tests need the fixture of the parent. A parent that was written by hand may not have one.
    private mutating func addChildTests(of parent: SceneName, in tests: PackageTarget) throws {
        guard options.tests != .none else { return }
        let there = SwiftFiles.paths(in: tests.path, of: layout.root, files)
        guard there.contains(where: { FilePlan.split($0).name == "\(parent)Fixture.swift" }) else { return }
        try text.addTests(.childTests, options.tests, "\(tests.path)/\(name)/\(parent)\(name)", to: &plan)
    }
}
