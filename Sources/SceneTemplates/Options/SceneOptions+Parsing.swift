extension SceneOptions {
    /// - Parameter arguments: The arguments after the verb, without the options of ``PackageLocation``.
    /// - Throws: ``GeneratorError`` for unknown arguments and for options that contradict each other.
    package init(parsing arguments: [String]) throws {
        var reader = ArgumentReader(arguments, verb: "new-scene")
        let tasks = try Self.tasks(&reader)
        guard tasks.count <= 1 else {
            throw GeneratorError(
                "\(tasks.map(\.option).joined(separator: " and ")) cannot be combined.",
                remedy: "Run the command once for each.")
        }
        let isDryRun = try reader.flag("--dry-run")
        let only = try Self.components(reader.value("--only", "interactor,tests"))
        let folder = try reader.value("--to", "FOLDER")
        target = try reader.value("--target", "TARGET")
        hasOutput = try reader.flag("--no-output") ? false : nil
        fields = try reader.values("--field", "title:String").map { try FieldName($0) }
        parent = try reader.value("--child-of", "PARENT").map { try SceneName($0) }
        frontEnd = try reader.choice("--front-end", FrontEnd.self) ?? .none
        frontEndTarget = try reader.value("--front-end-target", "TARGET")
        tests = try reader.choice("--tests", Tests.self) ?? .swiftTesting
        library = try reader.value("--library", "PATH|URL@VERSION")
        let name = try reader.positional()

        task = tasks.first?.task ?? .scene(only: only)
        if case .xcodeTemplates = task { task = .xcodeTemplates(to: folder) }
        self.isDryRun = isDryRun
        try Self.check(reader.taken, with: tasks.first?.option)
        try Self.check(name: name, for: task)
        self.name = try name.map { try SceneName($0) }
        try checkValues()
    }

    private typealias NamedTask = (option: String, task: Task)

    private static func tasks(_ reader: inout ArgumentReader) throws -> [NamedTask] {
        var found: [NamedTask] = []
        if let text = try reader.value("--add-use-case", "FetchPage") {
            found.append(("--add-use-case", .addUseCase(try MemberName(text, kind: "a use case"))))
        }
        if let text = try reader.value("--add-action", "RefreshTapped") {
            found.append(("--add-action", .addAction(try MemberName(text, kind: "an action"))))
        }
        if try reader.flag("--refresh-doubles") { found.append(("--refresh-doubles", .refreshDoubles)) }
        if try reader.flag("--package") { found.append(("--package", .package)) }
        if try reader.flag("--install-xcode-templates") {
            found.append(("--install-xcode-templates", .xcodeTemplates(to: nil)))
        }
        return found
    }

    /// The options that can be combined with a task.
    private static func options(of task: String?) -> Set<String> {
        let newScene: Set<String> = ["--no-output", "--field", "--front-end", "--tests"]
        return switch task {
        case nil: newScene.union(["--target", "--child-of", "--front-end-target", "--only"])
        case "--package": newScene.union(["--library"])
        case "--install-xcode-templates": ["--to"]
        default: ["--target"]
        }
    }

    private static func check(_ taken: [String], with task: String?) throws {
        let known = options(of: task).union([task ?? "", "--dry-run"])
        if let other = taken.first(where: { !known.contains($0) }) {
            guard let task else {
                let missing = other == "--to" ? "--install-xcode-templates" : "--package"
                throw GeneratorError("\(other) needs \(missing).", remedy: "Add it, or remove \(other).")
            }
            throw GeneratorError("\(other) cannot be combined with \(task).", remedy: "Remove one of the two.")
        }
        if taken.contains("--only"), let other = taken.first(where: { ["--child-of", "--field"].contains($0) }) {
            throw GeneratorError(
                "\(other) changes several components, and --only changes only the named ones.",
                remedy: "Remove one of the two.")
        }
    }

    private static func check(name: String?, for task: Task) throws {
        if case .xcodeTemplates = task {
            guard let name else { return }
            throw GeneratorError(
                "--install-xcode-templates writes templates for all scenes, so it takes no name: \(name).",
                remedy: "Remove the name; Xcode asks for it.")
        }
        guard name == nil else { return }
        throw GeneratorError("The scene's name is missing.", remedy: "Write new-scene Movies, or see new-scene --help.")
    }

    private func checkValues() throws {
        if frontEndTarget != nil, frontEnd == .none {
            throw GeneratorError(
                "--front-end-target needs a front end.", remedy: "Add --front-end terminal|swiftui|uikit.")
        }
        let names = fields.map(\.name)
        if let field = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
            throw GeneratorError("--field \(names[field]) is given twice.", remedy: "Give each field once.")
        }
        if let parent, parent == name {
            throw GeneratorError("\(parent) cannot be its own parent.", remedy: "Name another scene.")
        }
    }

    private static func components(_ text: String?) throws -> Set<SceneComponent>? {
        guard let text else { return nil }
        return Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                if let component = SceneComponent(rawValue: String(word)) { return component }
                throw GeneratorError(
                    "'\(word)' is not a component of a scene.",
                    remedy:
                        "--only takes some of these: \(SceneComponent.allCases.map(\.rawValue).joined(separator: ","))."
                )
            })
    }
}
