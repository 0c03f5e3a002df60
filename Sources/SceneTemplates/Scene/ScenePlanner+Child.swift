/// Makes the new scene the child of an existing scene, whose state then presents it.
extension ScenePlanner {
    mutating func addChild(of parent: SceneName) throws {
        let child = name.text
        var editor = SceneEditor(try SceneSources(parent, in: target, of: layout, files))
        try editor.add("open\(child)", to: .action, body: ["store.execute(.opened\(child))"], &plan)
        try editor.add("close\(child)", to: .action, body: ["store.execute(.closed\(child))"], &plan)
        try editor.add(
            "opened\(child)", to: .mutation, body: ["state.presented\(child).present(\(child).State())"], &plan)
        try editor.add("closed\(child)", to: .mutation, body: ["state.presented\(child).dismiss()"], &plan)
        try editor.add(
            field: "presented\(child) = Presented<\(child).State>()", comment: "``\(child)``, while it is shown.",
            to: &plan)
        plan.create("\(target.path)/\(child)/\(parent)+\(child).swift", try text.render(.child))

        // The tests need the fixture of the parent. A parent that was written by hand may not have one.
        guard options.tests != .none else { return }
        let tests = try layout.testTarget(of: target).path
        let there = SwiftFiles.paths(in: tests, of: layout.root, files)
        guard there.contains(where: { FilePlan.split($0).name == "\(parent)Fixture.swift" }) else { return }
        try text.addTests(.childTests, options.tests, "\(tests)/\(child)/\(parent)\(child)", to: &plan)
    }
}
