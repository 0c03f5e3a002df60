extension SceneOptions {
    /// - Parameter arguments: What follows the verb; ``PackageLocation`` has taken its options already.
    /// - Throws: ``GeneratorError`` for what cannot be understood, and for options that contradict each other.
    package init(parsing arguments: [String]) throws {
        var reader = ArgumentReader(arguments, verb: "new-scene")
        let tasks = try Self.tasks(&reader)
        let given = try Self.Given(&reader)
        let only = try Self.components(reader.value("--only", "interactor,tests"))
        isDryRun = try reader.flag("--dry-run")
        let to = try reader.value("--to", "FOLDER")
        let name = try reader.positional()

        guard tasks.count <= 1 else {
            throw GeneratorError(
                "\(tasks.map(\.option).joined(separator: " and ")) are two different things to do.",
                remedy: "Run the command once for each.")
        }
        var task = tasks.first?.task ?? .scene(only: only)
        if only != nil, let other = tasks.first {
            throw GeneratorError(
                "--only names parts of a scene; \(other.option) writes none.", remedy: "Leave one of the two out.")
        }
        if case .xcodeTemplates = task {
            task = .xcodeTemplates(to: to)
        } else if to != nil {
            throw GeneratorError("--to says where Xcode's templates go.", remedy: "Use --target for a scene.")
        }
        self.task = task
        try Self.check(name: name, for: tasks.first)
        self.name = try name.map { try SceneName($0) }
        try use(given, with: tasks.first)
    }

    private typealias NamedTask = (option: String, task: Task)

    private static func tasks(_ reader: inout ArgumentReader) throws -> [NamedTask] {
        var found: [NamedTask] = []
        if let text = try reader.value("--add-use-case", "FetchPage") {
            found.append(("--add-use-case", .addUseCase(try CaseName(text, kind: "a use case"))))
        }
        if let text = try reader.value("--add-action", "RefreshTapped") {
            found.append(("--add-action", .addAction(try CaseName(text, kind: "an action"))))
        }
        if try reader.flag("--refresh-doubles") { found.append(("--refresh-doubles", .refreshDoubles)) }
        if try reader.flag("--package") { found.append(("--package", .package)) }
        if try reader.flag("--install-xcode-templates") {
            found.append(("--install-xcode-templates", .xcodeTemplates(to: nil)))
        }
        return found
    }

    private static func check(name: String?, for task: NamedTask?) throws {
        if case .xcodeTemplates? = task?.task {
            guard let name else { return }
            throw GeneratorError(
                "--install-xcode-templates writes templates for all scenes, and takes no name: \(name).",
                remedy: "Leave the name out; Xcode asks for it.")
        }
        guard name == nil else { return }
        throw GeneratorError("The scene's name is missing.", remedy: "Write new-scene Movies, or see new-scene --help.")
    }

    private static func components(_ text: String?) throws -> Set<SceneComponent>? {
        guard let text else { return nil }
        return Set(
            try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                if let component = SceneComponent(rawValue: String(word)) { return component }
                throw GeneratorError(
                    "'\(word)' is not a component of a scene.",
                    remedy: "--only takes some of \(SceneComponent.allCases.map(\.rawValue).joined(separator: ",")).")
            })
    }
}

extension SceneOptions {
    /// The options that say what a new scene is like, as far as they were given.
    private struct Given {
        var target: String?
        var hasNoOutput: Bool
        var fields: [FieldName]
        var parent: String?
        var frontEnd: FrontEnd?
        var frontEndTarget: String?
        var tests: Tests?
        var library: String?

        init(_ reader: inout ArgumentReader) throws {
            target = try reader.value("--target", "TARGET")
            hasNoOutput = try reader.flag("--no-output")
            fields = try reader.values("--field", "title:String").map { try FieldName($0) }
            parent = try reader.value("--child-of", "PARENT")
            frontEnd = try reader.choice("--front-end", FrontEnd.self)
            frontEndTarget = try reader.value("--front-end-target", "TARGET")
            tests = try reader.choice("--tests", Tests.self)
            library = try reader.value("--library", "PATH|URL@VERSION")
        }

        /// Those that only a new scene has.
        var ofNewScene: [String] {
            [
                hasNoOutput ? "--no-output" : nil, fields.first.map { _ in "--field" },
                parent.map { _ in "--child-of" }, frontEnd.map { _ in "--front-end" },
                frontEndTarget.map { _ in "--front-end-target" }, tests.map { _ in "--tests" },
            ].compactMap { $0 }
        }
    }

    private mutating func use(_ given: Given, with task: NamedTask?) throws {
        switch self.task {
        case .scene:
            try Self.refuse(given.library.map { _ in "--library" }, "is for --package: a package has its manifest")
        case .package:
            try Self.refuse(given.target.map { _ in "--target" }, "has no place in a package of its own")
            try Self.refuse(given.parent.map { _ in "--child-of" }, "needs the parent's package")
            try Self.refuse(given.frontEndTarget.map { _ in "--front-end-target" }, "is named by --package itself")
        case .addUseCase, .addAction, .refreshDoubles, .xcodeTemplates:
            try Self.refuse(
                given.ofNewScene.first ?? given.library.map { _ in "--library" },
                "says what a new scene is like; \(task?.option ?? "this") makes none")
        }
        target = given.target
        hasOutput = given.hasNoOutput ? false : nil
        fields = given.fields
        parent = try given.parent.map { try SceneName($0) }
        frontEnd = given.frontEnd ?? .none
        frontEndTarget = given.frontEndTarget
        tests = given.tests ?? .swiftTesting
        library = given.library
        if frontEndTarget != nil, frontEnd == .none {
            throw GeneratorError(
                "--front-end-target needs a front end.", remedy: "Add --front-end terminal|swiftui|uikit.")
        }
        if case .scene(_?) = self.task, let parent {
            throw GeneratorError(
                "--child-of \(parent) changes the parent, and --only leaves everything alone but the named parts.",
                remedy: "Leave one of the two out: --child-of needs a whole new scene.")
        }
        if let twin = fields.indices.first(where: { index in fields[..<index].contains { $0.name == fields[index].name }
        }) {
            throw GeneratorError("--field \(fields[twin].name) is there twice.", remedy: "Give each field once.")
        }
        if case .scene(_?) = self.task, !fields.isEmpty {
            throw GeneratorError(
                "--field adds to several parts, and --only leaves everything alone but the named ones.",
                remedy: "Leave one of the two out: --field needs a whole new scene.")
        }
        if let name, PlatformNames.contains(name.text, for: frontEnd) {
            throw GeneratorError(
                "'\(name)' cannot name a scene with --front-end \(frontEnd.rawValue): "
                    + "the frameworks of Apple's systems have a type of that name.",
                remedy: "Choose another name, such as \(name)Screen.")
        }
        if parent != nil, parent == name {
            throw GeneratorError("\(parent?.text ?? "") cannot be its own parent.", remedy: "Name another scene.")
        }
    }

    private static func refuse(_ option: String?, _ reason: String) throws {
        guard let option else { return }
        throw GeneratorError("\(option) \(reason).", remedy: "Leave it out.")
    }
}
