import Foundation

/// The text of a scene's files: the templates, filled in for one name and one set of choices.
struct SceneText {
    /// The scene's name, or what stands for it in a template of Xcode's.
    var scene: String
    /// The module that holds the scene; nil when views and tests are compiled with it.
    var module: String?
    /// Whether tests see what is internal.
    var isTestable = false
    var hasOutput = true
    /// The fields of its form.
    var fields: [FieldName] = []
    var parent: String?
    /// Who may set the fields of the state, besides the module: tests of the same package.
    var settable = "package"

    /// A part of the scene.
    func part(_ component: SceneComponent) throws -> String {
        switch component {
        case .scene: try render(.scene).replacingOccurrences(of: "package", with: settable)
        case .controller: try render(.controller)
        case .interactor: try render(.interactor)
        case .store: try render(.store)
        case .worker: try render(.worker)
        case .assembly: try render(.assembly)
        case .view, .double, .tests:
            throw GeneratorError("\(component.rawValue) is no part of a scene.", remedy: "Report it: it is a defect.")
        }
    }

    /// What draws the scene.
    func view(_ frontEnd: SceneOptions.FrontEnd) throws -> String {
        switch frontEnd {
        case .none: throw GeneratorError("There is no view for --front-end none.", remedy: "Name a front end.")
        case .terminal: try render(.terminalView)
        case .swiftui: try render(.swiftUIView)
        case .uikit: try render(.uiKitView)
        }
    }

    /// The name of what draws the scene, and of its file.
    func viewName(_ frontEnd: SceneOptions.FrontEnd) -> String {
        switch frontEnd {
        case .none: scene
        case .terminal: scene + "Terminal"
        case .swiftui: scene + "View"
        case .uikit: scene + "ViewController"
        }
    }

    /// The double of a worker, made of the protocol's source.
    ///
    /// - Parameter path: The protocol's file, for messages.
    func double(of source: SourceText, path: String) throws -> String {
        let name = scene + "Worker"
        guard let found = source.declarations(["protocol"]).first(where: { $0.name == name && $0.hasBody }) else {
            throw GeneratorError(
                "\(path) declares no protocol \(name).", remedy: "Name it so, or write the double by hand.")
        }
        let requirements = try RequirementParser(found, in: source, path: path).requirements()
        var text = self
        let modifiers = source.tokens[max(0, found.start - 4)..<found.start].map(\.text)
        text.isTestable = !modifiers.contains("public") && !modifiers.contains("package")
        let imports = text.imports(["CISTesting"] + source.imports.filter { $0 != "Testing" }, sees: .tests)
        return try WorkerDouble(scene: scene, protocolName: name, requirements: requirements, imports: imports).text
    }

    /// Tests for the frameworks that were asked for: a file each.
    ///
    /// - Parameter start: The path, without what the framework adds to the file's name.
    func addTests(
        _ template: TemplateLibrary, _ tests: SceneOptions.Tests, _ start: String, to plan: inout FilePlan
    ) throws {
        if tests != .xctest { plan.create(start + "Tests.swift", try render(template)) }
        if tests != .swiftTesting { plan.create(start + "XCTests.swift", try render(template, where: ["xctest"])) }
    }

    func render(_ template: TemplateLibrary, _ more: [String: String] = [:], where conditions: Set<String> = []) throws
        -> String
    {
        var values = [
            "scene": scene, "parent": parent ?? "",
            "imports": imports(of: template, conditions.contains("xctest") ? "XCTest" : "Testing"),
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

    private func imports(of template: TemplateLibrary, _ framework: String) -> String {
        switch template {
        case .fixture: imports(["CIS", "CISTesting"], sees: .tests)
        case .tests: imports((fields.isEmpty ? [] : ["CIS"]) + ["CISTesting", framework], sees: .tests)
        case .childTests: imports(["CIS", "CISTesting", framework], sees: .tests)
        case .swiftUIView: swiftUIImports
        case .uiKitView: imports(["CIS", "UIKit"], sees: .publicly)
        case .terminalView: imports(["CIS"], sees: .publicly)
        case .main: imports(["CIS"], sees: .internally)
        case .sampleWorker: imports([], sees: .internally)
        case .scene, .controller, .interactor, .store, .worker, .assembly, .child, .package, .readMe: ""
        }
    }

    /// A view that owns its scene shows nobody the runtime; one that is given it does.
    private var swiftUIImports: String {
        let all = imports(["CIS", "SwiftUI"], sees: .publicly)
        return parent == nil ? all.replacingOccurrences(of: "public import CIS\n", with: "import CIS\n") : all
    }

    private enum View { case internally, publicly, tests }

    /// Import lines in the order that the formatter wants.
    private func imports(_ modules: [String], sees: View) -> String {
        let all = Set(modules + (module.map { [$0] } ?? []))
        let lines = all.map { name in
            switch sees {
            case .publicly: "public import \(name)"
            case .internally: "import \(name)"
            case .tests: name == module && isTestable ? "@testable import \(name)" : "import \(name)"
            }
        }
        // The formatter puts testable imports last, in a block of their own.
        let plain = lines.filter { !$0.hasPrefix("@") }.sorted { Self.key($0) < Self.key($1) }
        let testable = lines.filter { $0.hasPrefix("@") }
        return (plain + (testable.isEmpty ? [] : [""] + testable)).joined(separator: "\n")
    }

    private static func key(_ line: String) -> String {
        String(line.split(separator: " ").last ?? "")
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
