/// Adds to an existing scene. The additions go into a plan; this type writes no file.
struct SceneEditor {
    private let name: SceneName
    private var files: [SourceText]

    init(_ sources: SceneSources) {
        name = sources.name
        files = sources.files
    }

    /// The associated value of a case.
    struct Value {
        let name: String
        let type: String
    }

    /// Adds a case to an enumeration of the vocabulary, and to the switch of the part that receives its values.
    mutating func add(
        _ new: String, _ value: Value? = nil, to vocabulary: Vocabulary, body: [String] = ["break"],
        _ plan: inout FilePlan
    ) throws {
        let list = try require(
            files.nested("enum", vocabulary.rawValue, in: name.text),
            "\(name) has no enum \(vocabulary.rawValue) that can be read.",
            remedy: "Declare it in \(name) or in an extension of it, or add \(new) by hand.")
        try require(
            !list.cases.contains(where: { $0.name == new }),
            "\(name).\(vocabulary.rawValue) has a case \(new) already.", remedy: "Choose another name.")
        let type = value.map { "(\($0.type))" } ?? ""
        change(list.source, to: list.source.adding(enumCase: new + type, to: list), &plan)

        let part = name.text + vocabulary.receiver.part.suffix
        let receiver = "\(part).\(vocabulary.receiver.function)"
        let function = try require(
            files.function(vocabulary.receiver.function, of: part),
            "There is no function \(vocabulary.receiver.function) in \(part).",
            remedy: "Add \(new) by hand, or name the part \(part).")
        let place = try require(
            function.firstSwitch, "\(receiver) has no switch for \(new).",
            remedy: "Write `switch` with a case for each \(vocabulary.rawValue) in it, or add \(new) by hand.")
        let text = try require(
            function.source.adding(switchCase: new + (value.map { "(let \($0.name))" } ?? ""), body: body, to: place),
            "The switch of \(receiver) is on one line.",
            remedy: "Put its cases and its closing brace on lines of their own.")
        change(function.source, to: text, &plan)
    }

    /// Adds a stored field to the scene's state: before `domainState`, or as the first one if there is no such property.
    mutating func add(field: String, comment: String, to plan: inout FilePlan) throws {
        let state = try require(
            files.nested("struct", "State", in: name.text), "\(name) has no struct State that can be read.",
            remedy: "Add the field by hand: \(field).")
        let source = state.source
        let names = source.surface(of: state.body).filter { source.token($0, is: "domainState") }
        let declared = names.first { source.token($0 - 1, is: "var") || source.token($0 - 1, is: "let") }
        let open = source.line(of: state.body.lowerBound - 1)
        var line = declared.map { source.line(of: $0 - 1) } ?? open + 1
        try require(
            line > open && source.line(of: state.body.upperBound) > open, "The state of \(name) is on one line.",
            remedy: "Put its fields on lines of their own.")
        var indentation = source.indentation(of: line)
        if declared == nil {
            indentation = source.indentation(of: source.line(of: state.start)) + "    "
        } else {
            while source.isComment(line - 1) { line -= 1 }
        }
        let access = source.token(state.start - 1, is: "public") ? "public package(set) " : ""
        let lines = ["\(indentation)/// \(comment)"] + LineWrapper.wrap("\(indentation)\(access)var \(field)")
        let added = lines.map { $0 + source.newline }.joined()
        change(source, to: source.inserting(added, atStartOfLine: line), &plan)
    }

    /// Adds lines to the function that assembles the scene, before it returns the runtime.
    ///
    /// - Parameter lines: Returns the lines, from the name of the variable that holds the runtime.
    mutating func addToAssembly(_ plan: inout FilePlan, _ lines: (String) throws -> [String]) throws {
        let function = try require(
            files.function("assemble", of: name.text), "\(name) has no function assemble.",
            remedy: "Write one with a parameter `worker`: --only assembly.")
        try require(
            function.heading.contains {
                function.source.token($0, is: "worker") && function.source.token($0 + 1, is: ":")
            },
            "\(name).assemble has no parameter `worker`, from which the child gets its worker.",
            remedy: "Add it, or declare the child by hand.")
        let edited = try require(
            try function.source.adding(beforeReturnOf: function, runtimeOf: name.text, lines),
            "\(name).assemble does not end with a line that returns the runtime.",
            remedy: "Let its last line be `return scene`.")
        change(function.source, to: edited, &plan)
    }

    /// Adds a property to the protocol of the scene's worker, and returns the protocol.
    mutating func add(requirement: String, comment: String, _ plan: inout FilePlan) throws -> Declaration {
        let type = name.text + "Worker"
        func find() throws -> Declaration {
            try require(
                files.declarations(["protocol"], named: type).first,
                "\(name) has no protocol \(type), from which the child gets its worker.",
                remedy: "Write it first, and pass it to the assembly.")
        }
        let worker = try find()
        let edited = try require(
            worker.source.adding(lastMember: ["/// \(comment)", requirement], to: worker),
            "The protocol \(type) is on one line.", remedy: "Put its closing brace on a line of its own.")
        change(worker.source, to: edited, &plan)
        return try find()
    }

    private mutating func change(_ source: SourceText, to text: String, _ plan: inout FilePlan) {
        plan.edit(source.path, from: source.text, to: text)
        for index in files.indices where files[index] === source {
            files[index] = SourceText(text, path: source.path, target: source.target)
        }
    }
}
