/// Makes a new scene the child of an existing scene, whose state then presents it.
struct ChildPlanner {
    let scenes: ScenePlanner
    let parent: SceneName
    let text: SceneText
    let target: PackageTarget

    func add(to plan: inout FilePlan) throws {
        let child = scenes.name.text
        let sources = try SceneSources(parent, in: target, of: scenes.layout, scenes.files)
        let editor = SceneEditor(root: scenes.layout.root, files: scenes.files, sources: sources)
        try editor.add(action: "open\(child)", body: ["store.execute(.opened\(child))"], to: &plan)
        try editor.add(action: "close\(child)", body: ["store.execute(.closed\(child))"], to: &plan)
        try editor.add(
            mutation: "opened\(child)", body: ["state.presented\(child).present(\(child).State())"], to: &plan)
        try editor.add(mutation: "closed\(child)", body: ["state.presented\(child).dismiss()"], to: &plan)
        try editor.add(
            field: "presented\(child) = Presented<\(child).State>()", comment: "``\(child)``, while it is shown.",
            to: &plan)
        plan.create("\(target.path)/\(child)/\(parent)+\(child).swift", try text.render(.child))
        try addTests(sources, &plan)
    }

    /// The tests need the fixture of the parent. A parent that was written by hand may not have one.
    private func addTests(_ sources: SceneSources, _ plan: inout FilePlan) throws {
        let tests = scenes.options.tests
        guard tests != .none else { return }
        let place = try scenes.layout.testTarget(of: target)
        let there = SwiftFiles.paths(in: place.path, of: scenes.layout.root, scenes.files)
        guard there.contains(where: { FilePlan.split($0).name == "\(parent)Fixture.swift" }) else { return }
        let start = "\(place.path)/\(scenes.name)/\(parent)\(scenes.name)"
        try text.addTests(.childTests, tests, start, to: &plan)
    }
}
