/// Adds to an existing scene. The additions go into a plan; this type writes no file.
struct SceneEditor {
    private let name: SceneName
    private var files: [SourceText]

    init(_ sources: SceneSources) {
        name = sources.name
        files = sources.files
    }

    /// Adds a case to an enumeration of the vocabulary, and to the switch of the part that receives its values.
    mutating func add(
        _ new: String, to vocabulary: Vocabulary, body: [String] = ["break"], _ plan: inout FilePlan
    ) throws {
        let list = try require(
            files.nested("enum", vocabulary.rawValue, in: name.text),
            "\(name) has no enum \(vocabulary.rawValue) that can be read.",
            remedy: "Declare it in \(name) or in an extension of it, or add \(new) by hand.")
        try require(
            !list.cases.contains(where: { $0.name == new }),
            "\(name).\(vocabulary.rawValue) has a case \(new) already.", remedy: "Choose another name.")
        change(list.source, to: list.source.adding(enumCase: new, to: list), &plan)

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
            function.source.adding(switchCase: new, body: body, to: place),
            "The switch of \(receiver) is on one line.",
            remedy: "Put its cases and its closing brace on lines of their own.")
        change(function.source, to: text, &plan)
    }

    /// Adds a stored field to the scene's state, before `domainState`.
    mutating func add(field: String, comment: String, to plan: inout FilePlan) throws {
        let state = try require(
            files.nested("struct", "State", in: name.text), "\(name) has no struct State that can be read.",
            remedy: "Add the field by hand: \(field).")
        let source = state.source
        let names = source.surface(of: state.body).filter { source.token($0, is: "domainState") }
        let declared = names.first { source.token($0 - 1, is: "var") || source.token($0 - 1, is: "let") }
        let before = try require(
            declared, "\(source.path) cannot be read as Swift.", remedy: "Make the change by hand.")
        var line = source.line(of: before - 1)
        try require(
            line > source.line(of: state.body.lowerBound - 1), "The state of \(name) is on one line.",
            remedy: "Put its fields on lines of their own.")
        let indentation = source.indentation(of: line)
        while source.isComment(line - 1) { line -= 1 }
        let access = source.token(state.start - 1, is: "public") ? "public package(set) " : ""
        let lines = ["\(indentation)/// \(comment)"] + LineWrapper.wrap("\(indentation)\(access)var \(field)")
        let added = lines.map { $0 + source.newline }.joined()
        change(source, to: source.inserting(added, atStartOfLine: line), &plan)
    }

    private mutating func change(_ source: SourceText, to text: String, _ plan: inout FilePlan) {
        plan.edit(source.path, from: source.text, to: text)
        for index in files.indices where files[index] === source {
            files[index] = SourceText(text, path: source.path, target: source.target)
        }
    }
}
