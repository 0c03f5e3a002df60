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
    /// How the parent holds the scene.
    var childForm = SceneOptions.ChildForm.sheet
    /// The name of the scene's worker in the worker of its parent.
    var childWorker: String { "workerOf" + scene }
    /// The access level of the setters in the state.
    var settable = "package"

    /// Returns the text of a part of the scene.
    func part(_ component: SceneComponent) throws -> String {
        let templates: [SceneComponent: Template] = [
            .controller: .controller, .interactor: .interactor, .store: .store, .worker: .worker, .assembly: .assembly,
        ]
        return try render(templates[component] ?? .scene)
    }

    /// Returns the double of a worker, from its protocol.
    ///
    /// - Parameters:
    ///   - doubles: The doubles that are there. A worker of a child has one of them for the worker of the child.
    ///   - find: Returns a protocol of the package by its name.
    func double(
        of worker: Declaration, besides doubles: Set<String> = [],
        finding find: (String) throws -> Declaration? = { _ in nil }
    ) throws -> String {
        let all = try WorkerProtocol(worker, finding: find)
        let values = try WorkerDouble(
            protocolName: worker.name, requirements: try all.requirements(), doubles: doubles
        ).values()
        return try render(.workerDouble, values, of: all)
    }

    /// Returns the wrapper that records the calls of a worker.
    func recorded(_ worker: Declaration, finding find: (String) throws -> Declaration?) throws -> String {
        let all = try WorkerProtocol(worker, finding: find)
        let wrapper = RecordedWorker(protocolName: worker.name, requirements: try all.requirements())
        return try render(.recordedWorker, ["functions": try wrapper.functions()], of: all)
    }

    private func render(
        _ template: Template, _ values: [String: String], of worker: WorkerProtocol
    ) throws -> String {
        var (text, values) = (self, values)
        let modules = worker.imports.filter { $0 != "Testing" && $0 != module }
        values["imports"] = modules.map { "import \($0)" }.joined(separator: "\n")
        text.isTestable = !worker.isPublic
        let conditions = ["stubs", "placeholders", "doubles"].filter { values[$0] ?? "" != "" }
        return try text.render(template, values, where: Set(conditions))
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

    func render(
        _ template: Template, _ more: [String: String] = [:], where conditions: Set<String> = []
    ) throws -> String {
        var values = [
            "scene": scene, "parent": parent ?? "", "module": module ?? "", "settable": settable,
            "framework": conditions.contains("xctest") ? "XCTest" : "Testing",
            "childField": childForm.field(of: scene), "childWorker": childWorker, "importTested": importTested,
            "importShown": module.map { "public import \($0)" } ?? "",
        ]
        values.merge(more) { $1 }
        var holds = conditions
        if hasOutput { holds.insert("output") }
        if parent != nil { holds.formUnion(["child", childForm.rawValue]) }
        if let first = fields.first {
            holds.insert("form")
            values["formProperties"] = fields.map(\.property).joined(separator: "\n")
            values["formFields"] =
                fields.map { "            field(\"\($0)\", \\.\($0))" }.joined(separator: ",\n")
                + (fields.count > 1 ? "," : "")
            values["firstField"] = first.name.text
            values["firstFieldSample"] = first.type.values.sample
        }
        return try template.render(values, where: holds)
    }
}
