import SceneTemplates
import Testing

/// Which actions count as tested.
@Suite struct `lint-scenes: tested actions` {
    @Test(arguments: [
        "scene.sources { _ in [SceneSource<Movies.Action>(id: 1) { .refresh }] }",
        "scene.present(\\.child) { _ in child() } onOutput: { scene, _ in scene.execute(.refresh) }",
        "scene.list(\\.rows) { _, _, _ in child() } onOutput: { scene, _, _ in scene.execute(.refresh) }",
        "scene.sources { _ in [.timer(\"t\", every: .seconds(1)) { _ in .refresh }] }",
        "child.outputs?.connect(to: scene) { scene, _ in scene.execute(.refresh) }",
        "board.list(\\.rows) { _, item in child(item) } onChange: { _ in .refresh }",
        "board.list(\\.rows, make: { _, item in child(item) }, onChange: { $0.isNew ? .refresh : nil })",
        "parent.observeChanges(of: \\.rows, on: owner) { _, _ in row.execute(.refresh) }",
        "parent.observe(\\.query, on: owner) { owner, _ in owner.child?.execute(.refresh) }",
        "parent.observeEveryCommit(\\.self, on: owner) { [weak row] _, _ in row?.post(.refresh) }",
    ])
    func `an action that a source or an output sends is tested with these`(wiring: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/Movies"
        for (end, old, new) in [
            ("", "case appeared", "case refresh, appeared"),
            ("Assembly", "        let store", "        _ = \(wiring)\n        let store"),
        ] {
            sandbox.files.put(
                "\(path)\(end).swift", (sandbox.files.text("\(path)\(end).swift") ?? "").replacing(old, with: new))
        }
        #expect(sandbox.run("lint-scenes").output == ["1 scene, 0 to report."])
        removeTests(from: sandbox)
        #expect(sandbox.run("lint-scenes").output.contains { $0.contains("Action.refresh.") }, "no test runs the scene")
    }

    @Test(arguments: [
        (
            "extension ChildPlace where Child == Movies { static func row(_ id: Int) -> Self { .child(of: \\.rows, id) } }",
            "in: .row(1)"
        ),
        ("extension ChildPlace where Child == Movies { static var top: Self { .child(of: \\.top) } }", "in: .top"),
        ("struct App: SceneFixture { func assemble() -> SceneRuntime<Movies> { Movies.assemble() } }", "App()"),
    ])
    func `an action is tested by a file that names only a helper of another file, such as these`(
        helper: String, use: String
    ) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/Movies.swift"
        sandbox.files.put(
            path, sandbox["Sources/App/Movies/Movies.swift"].replacing("case appeared", with: "case refresh, appeared"))
        sandbox.files.put("/home/package/Tests/AppTests/RowTests.swift", "func test() { when(\(use), .refresh) }\n")
        #expect(sandbox.run("lint-scenes").output.contains { $0.contains("Action.refresh.") })
        sandbox.files.put("/home/package/Tests/AppTests/Helpers.swift", helper + "\n")
        #expect(sandbox.run("lint-scenes").output.last == "1 scene, 0 to report.")
    }

    @Test(arguments: ["_ = MoviesListFixture()", "import MoviesScenes"])
    func `an action is not tested by a file that names only another scene or a module, such as these`(line: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        #expect(sandbox.run("new-scene", "MoviesList").code == 0)
        let path = "Sources/App/Movies/Movies.swift"
        sandbox.files.put(
            "/home/package/" + path, sandbox[path].replacing("case appeared", with: "case refresh, appeared"))
        sandbox.files.put("/home/package/Tests/AppTests/Others.swift", "\(line)\nfunc test() { when(.refresh) }\n")
        #expect(sandbox.run("lint-scenes").output.contains { $0.contains("Movies.Action.refresh.") })
    }

    @Test(arguments: [
        ("execute(.refresh)", "1 scene, 0 to report."), ("execute(refresh)", "1 scene, 1 to report."),
        ("execute(.", "1 scene, 1 to report."),
    ])
    func `an action that an extension of the scene sends to it is tested with these`(call: String, end: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/Movies"
        sandbox.files.put(
            "\(path).swift",
            sandbox["Sources/App/Movies/Movies.swift"].replacing("case appeared", with: "case refresh, appeared"))
        sandbox.files.put(
            "\(path)Outputs.swift",
            "extension Movies {\n    func receive(_ scene: SceneRuntime<Movies>) { scene.\(call) }\n}\n")
        #expect(sandbox.run("lint-scenes").output.last == end)
    }

    @Test(arguments: [
        "board.observeChanges(of: \\.rows, on: owner) { board, _ in board.row?.execute(.refresh) }",
        "board.observe(\\.query, on: owner) { [weak row] _, _ in row?.post(.refresh) }",
    ])
    func `an action that an observer in the assembly of a parent sends is tested with these`(wiring: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        sandbox.files.put(
            "/home/package/Sources/App/Movies/Movies.swift",
            sandbox["Sources/App/Movies/Movies.swift"].replacing("case appeared", with: "case refresh, appeared"))
        sandbox.files.put(
            "/home/package/Sources/App/Board.swift",
            "extension Board {\n    func connect(_ row: SceneRuntime<Movies>) { \(wiring) }\n}\n")
        #expect(sandbox.run("lint-scenes").output == ["1 scene, 0 to report."])
    }

    @Test(arguments: [
        "board.list(\\.rows) { _, item in Movies.assemble(item) } onChange: { _ in .refresh }",
        "board.present(\\.sheet) { _, _ in Other.assemble() } onOutput: { board, _ in\n    board.child(of: \\.rows, 1, as: Movies.self)?.execute(.refresh)\n}",
        "board.observe(\\.query, on: row) { row, _ in row.run(.refresh) }",
        "refresh(board.child(of: \\.row, as: Movies.self))\n    func refresh(_ row: SceneRuntime<Movies>?) { row?.post(.refresh) }",
    ])
    func `an action that a parent in another target sends is tested with these`(wiring: String) {
        let sandbox = Sandbox(folders: ["Sources/App", "Sources/Boards", "Tests/AppTests"])
        #expect(sandbox.run("new-scene", "Movies", "--target", "App").code == 0)
        sandbox.files.put(
            "/home/package/Sources/App/Movies/Movies.swift",
            sandbox["Sources/App/Movies/Movies.swift"].replacing("case appeared", with: "case refresh, appeared"))
        sandbox.files.put(
            "/home/package/Sources/Boards/Board.swift",
            "enum Board: SceneDefinition {}\nextension Board {\n    func connect(_ board: SceneRuntime<Board>) { \(wiring) }\n}\n"
        )
        #expect(!sandbox.run("lint-scenes").output.contains { $0.contains("Action.refresh.") })
        sandbox.files.put("/home/package/Sources/Boards/Board.swift", "enum Board: SceneDefinition {}\n")
        #expect(sandbox.run("lint-scenes").output.contains { $0.contains("Action.refresh.") })
    }

    @Test func `a mutation that an observer executes is not taken for an action`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/Movies"
        for (end, old, new) in [
            ("", "case appeared", "case refresh, appeared"),
            (
                "Assembly", "        let store",
                "        parent.observe(\\.query, on: owner) { [weak store] _, _ in store?.execute(.refresh) }\n        let store"
            ),
        ] {
            sandbox.files.put(
                "\(path)\(end).swift", (sandbox.files.text("\(path)\(end).swift") ?? "").replacing(old, with: new))
        }
        #expect(sandbox.run("lint-scenes").output.contains { $0.contains("Action.refresh.") })
    }

    @Test func `without tests, actions are not checked, and a note reports this`() {
        let sandbox = Sandbox(folders: ["Sources/App"])
        #expect(sandbox.run("new-scene", "Movies", "--tests", "none").code == 0)
        #expect(
            sandbox.run("lint-scenes").output == [
                "1 scene, 0 to report.", "note: there are no tests, so actions were not checked.",
            ])
    }

    private func removeTests(from sandbox: Sandbox) {
        for name in sandbox.paths("Tests/AppTests/Movies") {
            try? sandbox.files.remove("/home/package/Tests/AppTests/Movies/" + name)
        }
        sandbox.files.put("/home/package/Tests/AppTests/Other.swift", "")
    }
}
