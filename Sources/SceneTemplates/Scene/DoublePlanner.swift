/// Writes a worker's double again, after its protocol has changed.
struct DoublePlanner {
    let sources: SceneSources
    let layout: PackageLayout
    let files: any FileSystem

    func refresh(_ plan: inout FilePlan) throws {
        let scene = sources.name.text
        guard let found = sources.declaration("protocol", scene + "Worker") else {
            throw GeneratorError(
                "There is no protocol \(scene)Worker in '\(sources.target.name)'.",
                remedy: "Write it first: --only worker.")
        }
        let text = SceneText(scene: scene, module: sources.target.moduleName)
        let double = try text.double(of: found.file.source, path: found.file.path)
        let tests = try layout.testTarget(of: sources.target)
        let type = scene + "WorkerDouble"
        let existing = try SwiftFiles.sources(of: tests, in: layout.root, containing: type, files)
        guard let path = existing.declarations(["class"], named: type).first?.file.path else {
            plan.create("\(tests.path)/\(scene)/\(scene)WorkerDouble.swift", double)
            return
        }
        let before = try files.read(layout.root + "/" + path)
        guard before.hasPrefix(WorkerDouble.mark) else {
            throw GeneratorError(
                "\(path) was not written by this command, so it is not overwritten.",
                remedy: "Remove it, or keep it up to date by hand.")
        }
        if before != double { plan.edit(path, from: before, to: double) }
    }
}
