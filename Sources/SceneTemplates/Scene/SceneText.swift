import Foundation

/// The texts of a scene's files: the templates, filled in for one name and one set of options.
struct SceneText {
    /// The name of the scene, or its placeholder in a template for Xcode.
    var scene: String
    /// The module that contains the scene. Nil if views and tests are in the same module.
    var module: String?
    /// Whether tests import the module with `@testable`.
    var isTestable = false
    var hasOutput = true
    /// The fields of the form.
    var fields: [FieldName] = []
    var parent: String?
    /// The access level of the setters in the state.
    var settable = "package"

    /// Returns the text of a part of the scene.
    func part(_ component: SceneComponent) throws -> String {
        switch component {
        case .controller: try render(.controller)
        case .interactor: try render(.interactor)
        case .store: try render(.store)
        case .worker: try render(.worker)
        case .assembly: try render(.assembly)
        case .scene, .view, .double, .tests: try render(.scene).replacingOccurrences(of: "package", with: settable)
        }
    }

    /// The front end that draws the scene.
    func view(_ frontEnd: SceneOptions.FrontEnd) throws -> String {
        switch frontEnd {
        case .none, .terminal: try render(.terminalView)
        case .swiftui: try render(.swiftUIView)
        case .uikit: try render(.uiKitView)
        }
    }

    /// Returns the name of the view and of its file.
    func viewName(_ frontEnd: SceneOptions.FrontEnd) -> String {
        switch frontEnd {
        case .none: scene
        case .terminal: scene + "Terminal"
        case .swiftui: scene + "View"
        case .uikit: scene + "ViewController"
        }
    }

    /// Returns the double of a worker, from the source of its protocol.
    ///
    /// - Parameter path: The file of the protocol, for messages.
    func double(of source: SourceText, path: String) throws -> String {
        let name = scene + "Worker"
        guard let found = source.declarations(["protocol"]).first(where: { $0.name == name && $0.hasBody }) else {
            throw GeneratorError(
                "\(path) declares no protocol \(name).", remedy: "Name it so, or write the double by hand.")
        }
        let requirements = try RequirementParser(source: source, declaration: found, path: path).requirements()
        var text = self
        let modifiers = source.tokens[max(0, found.start - 4)..<found.start].map(\.text)
        text.isTestable = !modifiers.contains("public") && !modifiers.contains("package")
        let modules = Set(source.imports + ["CISTesting"]).subtracting(["Testing", module ?? ""])
        let imports = Template.sortedImports(modules.map { "import \($0)" } + [text.importTested])
        return try WorkerDouble(
            scene: scene, protocolName: name, requirements: requirements, imports: imports.joined(separator: "\n")
        ).text
    }

    /// The import of the scene's module in a test.
    private var importTested: String { module.map { "\(isTestable ? "@testable " : "")import \($0)" } ?? "" }

    /// Adds a test file for each test framework.
    ///
    /// - Parameter start: The path without the framework's suffix.
    func addTests(
        _ template: Template, _ tests: SceneOptions.Tests, _ start: String, to plan: inout FilePlan
    ) throws {
        if tests != .xctest { plan.create(start + "Tests.swift", try render(template)) }
        if tests != .swiftTesting { plan.create(start + "XCTests.swift", try render(template, where: ["xctest"])) }
    }

    func render(_ template: Template, _ more: [String: String] = [:], where conditions: Set<String> = []) throws
        -> String
    {
        var values = [
            "scene": scene, "parent": parent ?? "", "module": module ?? "",
            "framework": conditions.contains("xctest") ? "XCTest" : "Testing",
            "importTested": importTested, "importShown": module.map { "public import \($0)" } ?? "",
        ]
        values.merge(more) { $1 }
        var holds = conditions
        if hasOutput { holds.insert("output") }
        if let first = fields.first {
            holds.insert("form")
            values["formProperties"] = fields.map(\.property).joined(separator: "\n")
            let listed = fields.map { "            field(\"\($0)\", \\.\($0))" }.joined(separator: ",\n")
            values["formFields"] = fields.count > 1 ? listed + "," : listed
            values["firstField"] = first.name.text
            values["firstFieldSample"] = first.type.sample
        }
        if parent != nil { holds.insert("child") }
        return try template.render(values, where: holds)
    }
}

extension SourceText {
    /// The modules that the file imports.
    var imports: [String] {
        tokens.indices.filter { tokens[$0].text == "import" && isWord($0 + 1) }.map { index in
            var name = tokens[index + 1].text
            var next = index + 2
            while token(next, is: "."), isWord(next + 1) {
                name += "." + tokens[next + 1].text
                next += 2
            }
            return name
        }
    }
}
