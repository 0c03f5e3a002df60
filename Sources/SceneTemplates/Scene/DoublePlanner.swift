/// Writes a worker's double again, after its protocol has changed.
struct DoublePlanner {
    let sources: SceneSources
    let layout: PackageLayout
    let files: any FileSystem

    func refresh(_ plan: inout FilePlan) throws {
        let scene = sources.name.text
        let worker = try require(
            sources.part(.worker), "There is no protocol \(scene)Worker in '\(sources.target.name)'.",
            remedy: "Write it first: --only worker.")
        let tests = try layout.testTarget(of: sources.target)
        let doubles = try SwiftFiles.sources(of: tests, in: layout.root, containing: "WorkerDouble", files)
            .flatMap(\.typesOfModule)
        let double = try SceneText(scene: scene, module: sources.target.moduleName)
            .double(of: worker, besides: Set(doubles)) {
                try SwiftFiles.protocol($0, from: sources.target, of: layout, files)
            }
        let type = scene + "WorkerDouble"
        let existing = try SwiftFiles.sources(of: tests, in: layout.root, containing: type, files)
        guard let old = existing.declarations(["class"], named: type).first?.source else {
            plan.create("\(tests.path)/\(scene)/\(type).swift", double)
            return
        }
        try require(
            old.text.hasPrefix(WorkerDouble.mark),
            "\(old.path) was not written by this command, so it is not overwritten.",
            remedy: "Remove it, or keep it up to date by hand.")
        guard old.text != double else { return }
        plan.edit(old.path, from: old.text, to: double)
        // A call without a scripted answer needs a value of a type that is not known here.
        let start = double.split(separator: "\n").first { $0.hasPrefix("    init(") }
        if let start, !old.text.contains(start) {
            plan.notes.append(
                "note: pass to \(type), where tests make it: " + start.dropFirst("    init".count).dropLast(2))
        }
    }
}
