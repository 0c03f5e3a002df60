/// Adds to an existing scene. The additions go into a plan; this type writes no file.
struct SceneEditor {
    let root: String
    let files: any FileSystem
    let sources: SceneSources

    /// Adds a case to `UseCase` and to the switch in the interactor's `perform`.
    func add(useCase: MemberName, to plan: inout FilePlan) throws {
        try add(
            useCase.text, to: "UseCase", part: sources.name.text + "Interactor", function: "perform", body: ["break"],
            &plan)
    }

    /// Adds a case to `Action` and to the switch in the controller's `handle`.
    func add(action: String, body: [String] = ["break"], to plan: inout FilePlan) throws {
        try add(
            action, to: "Action", part: sources.name.text + "Controller", function: "handle", body: body, &plan)
    }

    /// Adds a case to `Mutation` and to the switch in the store's `mutate`.
    func add(mutation: String, body: [String], to plan: inout FilePlan) throws {
        try add(
            mutation, to: "Mutation", part: sources.name.text + "Store", function: "mutate", body: body, &plan)
    }

    private func add(
        _ name: String, to vocabulary: String, part: String, function: String, body: [String], _ plan: inout FilePlan
    ) throws {
        guard let place = sources.nested("enum", vocabulary) else {
            throw GeneratorError(
                "\(sources.name) has no enum \(vocabulary) that can be read.",
                remedy: "Declare it in \(sources.name) or in an extension of it, or add \(name) by hand.")
        }
        try change(place.file.path, &plan) { source in
            guard let declaration = source.nested("enum", vocabulary, in: sources.name.text).first else { return nil }
            guard !source.cases(of: declaration).contains(where: { $0.name == name }) else {
                throw GeneratorError(
                    "\(sources.name).\(vocabulary) has a case \(name) already.", remedy: "Choose another name.")
            }
            return source.adding(enumCase: name, to: declaration)
        }
        try addPlace(of: name, vocabulary: vocabulary, part: part, function: function, body: body, &plan)
    }

    /// Adds the case to the switch of the part.
    private func addPlace(
        of name: String, vocabulary: String, part: String, function: String, body: [String], _ plan: inout FilePlan
    ) throws {
        guard let found = sources.files.function(function, of: part) else {
            throw GeneratorError(
                "There is no function \(function) in \(part).", remedy: "Add \(name) by hand, or name the part \(part)."
            )
        }
        try change(found.file.path, &plan) { source in
            let parts = source.declarations(["class", "extension", "actor", "struct"]).filter { $0.name == part }
            let functions = parts.flatMap { source.declarations(["func"], in: $0.body) }
            guard let target = functions.first(where: { $0.name == function && $0.hasBody }),
                let braces = source.firstSwitch(in: target.body)
            else {
                throw GeneratorError(
                    "\(part).\(function) has no switch for \(name).",
                    remedy: "Write `switch` with a case for each \(vocabulary) in it, or add \(name) by hand.")
            }
            guard let text = source.adding(switchCase: name, body: body, toSwitch: braces) else {
                throw GeneratorError(
                    "The switch of \(part).\(function) is on one line.",
                    remedy: "Put its cases and its closing brace on lines of their own.")
            }
            return text
        }
    }

    /// Adds a stored field to the scene's state, before `domainState`.
    func add(field: String, comment: String, to plan: inout FilePlan) throws {
        guard let place = sources.nested("struct", "State") else {
            throw GeneratorError(
                "\(sources.name) has no struct State that can be read.", remedy: "Add the field by hand: \(field).")
        }
        try change(place.file.path, &plan) { source in
            guard let state = source.nested("struct", "State", in: sources.name.text).first else { return nil }
            let surface = source.surface(of: state.body)
            let variables = surface.filter { source.token($0, is: "var") || source.token($0, is: "let") }
            guard let before = variables.first(where: { source.token($0 + 1, is: "domainState") }) else { return nil }
            var line = source.line(of: before)
            let indentation = source.indentation(of: line)
            while source.lineText(line - 1).drop(while: { $0 == " " }).hasPrefix("//") { line -= 1 }
            let isPublic = source.token(state.start - 1, is: "public")
            let access = isPublic ? "public package(set) " : ""
            let lines = ["\(indentation)/// \(comment)"] + LineWrapper.wrap("\(indentation)\(access)var \(field)")
            return source.inserting(lines.map { $0 + source.newline }.joined(), atStartOfLine: line)
        }
    }

    private func change(_ path: String, _ plan: inout FilePlan, _ edit: (SourceText) throws -> String?) throws {
        let before = try files.read(root + "/" + path)
        let current = try plan.text(of: path, in: files)
        guard let after = try edit(SourceText(current)) else {
            throw GeneratorError("\(path) cannot be read as Swift.", remedy: "Make the change by hand.")
        }
        plan.edit(path, from: before, to: after)
    }
}
