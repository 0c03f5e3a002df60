extension SceneOptions {
    /// - Parameter arguments: The arguments after the verb, without the options of ``PackageLocation``.
    /// - Throws: ``GeneratorError`` for unknown arguments and for options that contradict each other.
    package init(parsing arguments: [String]) throws {
        var reader = ArgumentReader(arguments, verb: "new-scene")
        let useCase = try reader.value(Task.addUseCase.rawValue, "FetchPage")
            .map { try MemberName($0, kind: "a use case") }
        let action = try reader.value(Task.addAction.rawValue, "RefreshTapped")
            .map { try MemberName($0, kind: "an action") }
        member = useCase ?? action
        recordedIn = try reader.value(Task.recordedWorker.rawValue, "TARGET")
        for task in [Task.refreshDoubles, .package, .xcodeTemplates] { _ = try reader.flag(task.rawValue) }
        let tasks = Task.allCases.filter { reader.taken.contains($0.rawValue) }
        try require(
            tasks.count <= 1, "\(tasks.map(\.rawValue).joined(separator: " and ")) cannot be combined.",
            remedy: "Run the command once for each.")
        task = tasks.first ?? .scene
        isDryRun = try reader.flag("--dry-run")
        only = try reader.value("--only", "interactor,tests").map(Self.components)
        folder = try reader.value("--to", "FOLDER")
        target = try reader.value("--target", "TARGET")
        hasOutput = try reader.flag("--no-output") ? false : nil
        fields = try reader.values("--field", "title:String").map { try FieldName($0) }
        parent = try reader.value("--child-of", "PARENT").map { try SceneName($0) }
        childForm = try reader.choice("--as", ChildForm.self) ?? .sheet
        try require(
            parent != nil || !reader.taken.contains("--as"), "--as says how a parent holds the scene.",
            remedy: "Add --child-of PARENT.")
        frontEnd = try reader.choice("--front-end", FrontEnd.self) ?? .none
        frontEndTarget = try reader.value("--front-end-target", "TARGET")
        tests = try reader.choice("--tests", Tests.self) ?? .swiftTesting
        let name = try reader.positional()
        try Self.check(reader.taken, with: task)
        try Self.check(name: name, for: task)
        self.name = try name.map { try SceneName($0) }
        try checkValues()
    }

    private static func check(_ taken: [String], with task: Task) throws {
        let known = task.options.union([task.rawValue, "--dry-run"])
        if let other = taken.first(where: { !known.contains($0) }) {
            let needed = Task.xcodeTemplates.rawValue
            try require(task != .scene, "\(other) needs \(needed).", remedy: "Add it, or remove \(other).")
            throw GeneratorError("\(other) cannot be combined with \(task.rawValue).", remedy: "Remove one of the two.")
        }
        if taken.contains("--only"), let other = taken.first(where: { ["--child-of", "--field"].contains($0) }) {
            throw GeneratorError(
                "\(other) changes several components, and --only changes only the named ones.",
                remedy: "Remove one of the two.")
        }
    }

    private static func check(name: String?, for task: Task) throws {
        if let name, task == .xcodeTemplates {
            throw GeneratorError(
                "--install-xcode-templates writes templates for all scenes, so it takes no name: \(name).",
                remedy: "Remove the name; Xcode asks for it.")
        }
        if name == nil, task != .xcodeTemplates {
            throw GeneratorError(
                "The scene's name is missing.", remedy: "Write new-scene Movies, or see new-scene --help.")
        }
    }

    private func checkValues() throws {
        try require(
            frontEndTarget == nil || frontEnd != .none, "--front-end-target needs a front end.",
            remedy: "Add --front-end terminal|swiftui|uikit.")
        let names = fields.map(\.name)
        if let field = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
            throw GeneratorError("--field \(names[field]) is given twice.", remedy: "Give each field once.")
        }
        if let parent, parent == name {
            throw GeneratorError("\(parent) cannot be its own parent.", remedy: "Name another scene.")
        }
    }

    private static func components(_ text: String) throws -> Set<SceneComponent> {
        let components = try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let all = SceneComponent.allCases.map(\.rawValue).joined(separator: ",")
            return try require(
                SceneComponent(rawValue: String(word)), "'\(word)' is not a component of a scene.",
                remedy: "--only takes some of these: \(all).")
        }
        return Set(components)
    }
}
