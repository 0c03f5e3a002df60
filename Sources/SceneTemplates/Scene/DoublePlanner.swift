/// Writes a worker's double again, after its protocol has changed, and the wrapper that records its calls.
struct DoublePlanner {
    let sources: SceneSources
    let layout: PackageLayout
    let files: any FileSystem

    func refresh(_ plan: inout FilePlan) throws {
        let scene = sources.name.text
        let worker = try worker()
        let tests = try layout.testTarget(of: sources.target)
        let doubles = try SwiftFiles.sources(of: tests, in: layout.root, containing: "WorkerDouble", files)
            .flatMap(\.typesOfModule)
        let double = try SceneText(scene: scene, module: sources.target.moduleName)
            .double(of: worker, besides: Set(doubles)) {
                try SwiftFiles.protocol($0, from: sources.target, of: layout, files)
            }
        let type = scene + "WorkerDouble"
        guard let old = try write(double, type, in: tests, "\(scene)/", &plan) else { return }
        // A call without a scripted answer needs a value of a type that is not known here.
        let start = double.split(separator: "\n").first { $0.hasPrefix("    init(") }
        if let start, !old.text.contains(start) {
            plan.notes.append(
                "note: pass to \(type), where tests make it: " + start.dropFirst("    init".count).dropLast(2))
        }
    }

    /// Writes the wrapper that records the worker's calls.
    func record(in name: String, _ plan: inout FilePlan) throws {
        let target = try require(
            layout.targets.first { $0.name == name }, "There is no target '\(name)'.",
            remedy: "Name one that may import CISInspector: that of the app, or of its tests.")
        let module = sources.target.name == target.name ? nil : sources.target.moduleName
        let text = try SceneText(scene: sources.name.text, module: module).recorded(try worker()) {
            try SwiftFiles.protocol($0, from: sources.target, of: layout, files)
        }
        _ = try write(text, "Recorded\(sources.name)Worker", in: target, "", &plan)
    }

    private func worker() throws -> Declaration {
        try require(
            sources.part(.worker), "There is no protocol \(sources.name)Worker in '\(sources.target.name)'.",
            remedy: "Write it first: --only worker.")
    }

    /// Plans the file of a type, in its folder if it is new. Returns its old source if that changes.
    private func write(
        _ text: String, _ type: String, in target: PackageTarget, _ folder: String, _ plan: inout FilePlan
    ) throws -> SourceText? {
        let existing = try SwiftFiles.sources(of: target, in: layout.root, containing: type, files)
        guard let old = existing.declarations(["class"], named: type).first?.source else {
            plan.create("\(target.path)/\(folder)\(type).swift", text)
            return nil
        }
        try require(
            old.text.hasPrefix(WorkerDouble.mark),
            "\(old.path) was not written by this command, so it is not overwritten.",
            remedy: "Remove it, or keep it up to date by hand.")
        guard old.text != text else { return nil }
        plan.edit(old.path, from: old.text, to: text)
        return old
    }
}
