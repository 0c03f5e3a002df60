import SceneTemplates
import Testing

@Suite struct `A scene as a child` {
    @Test func `is presented by its parent's state`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        let before = Set(sandbox["Sources/App/Home/Home.swift"].split(separator: "\n"))
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home").code == 0)

        let added = sandbox["Sources/App/Home/Home.swift"].split(separator: "\n").filter { !before.contains($0) }
        #expect(
            added == [
                "    public enum Action: Sendable { case appeared, itemChosen(String), openMovies, closeMovies }",
                "    public enum Mutation: Sendable { case loaded([String]), loadFailed, itemChosen(String), openedMovies, closedMovies }",
                "        /// ``Movies``, while it is shown.",
                "        public package(set) var presentedMovies = Presented<Movies.State>()",
            ])
        #expect(
            sandbox["Sources/App/Home/HomeController.swift"].contains(
                "        case .openMovies:\n            store.execute(.openedMovies)\n"))
        #expect(
            sandbox["Sources/App/Home/HomeStore.swift"].contains(
                "        case .closedMovies:\n            state.presentedMovies.dismiss()\n"))
        #expect(sandbox["Sources/App/Movies/Home+Movies.swift"].contains("extension SceneRuntime<Home>"))
        #expect(sandbox.paths("Tests/AppTests/Movies").contains("HomeMoviesTests.swift"))
    }

    @Test(arguments: [
        ("swift-testing", ["HomeMoviesTests.swift"]), ("xctest", ["HomeMoviesXCTests.swift"]),
        ("both", ["HomeMoviesTests.swift", "HomeMoviesXCTests.swift"]),
    ])
    func `has the requested tests of its parent's actions`(choice: String, tests: [String]) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home", "--tests", "xctest").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home", "--tests", choice).code == 0)
        #expect(sandbox.paths("Tests/AppTests/Movies").filter { $0.hasPrefix("Home") } == tests)
        for path in tests {
            #expect(
                sandbox["Tests/AppTests/Movies/" + path].contains("import XCTest\n") == path.hasSuffix("XCTests.swift"))
        }
        #expect(!sandbox.run("lint-scenes").output.contains { $0.contains("Home.Action.openMovies") })
    }

    @Test func `needs a parent that is there, and writes nothing without`() {
        let sandbox = Sandbox()
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--child-of", "Home")
        #expect(answer.errors.first == "error: There is no scene 'Home' in the target 'App'.")
        #expect(sandbox.files.contents == before)
    }

    @Test func `needs a parent that can be understood, and writes nothing without`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        let store = sandbox["Sources/App/Home/HomeStore.swift"]
        sandbox.files.put("/home/package/Sources/App/Home/HomeStore.swift", store.replacing("mutate(", with: "change("))
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--child-of", "Home")
        #expect(answer.errors.first == "error: There is no function mutate in HomeStore.")
        #expect(sandbox.files.contents == before)
    }

    @Test func `needs a parent whose state is not on one line, and writes nothing without`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        let path = "Sources/App/Home/Home.swift"
        let old = sandbox[path]
        let start = old.firstRange(of: "    /// What the screen shows")?.lowerBound ?? old.endIndex
        sandbox.files.put("/home/package/" + path, old[..<start] + "}\n")
        sandbox.files.put(
            "/home/package/Sources/App/Home/HomeState.swift",
            "extension Home { public struct State: SceneState { public var domainState = 0 } }\n")
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--child-of", "Home")
        #expect(
            answer.errors == [
                "error: The state of Home is on one line.", "Put its fields on lines of their own.",
            ])
        #expect(sandbox.files.contents == before)
    }

    @Test func `is not added twice`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home").code == 0)
        for path in sandbox.paths("Sources/App/Movies") {
            try? sandbox.files.remove("/home/package/Sources/App/Movies/" + path)
        }
        #expect(
            sandbox.run("new-scene", "Movies", "--child-of", "Home", "--tests", "none").errors.first
                == "error: Home.Action has a case openMovies already.")
    }

    @Test func `has no test with a parent that has no fixture`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home", "--tests", "none").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home").code == 0)
        #expect(!sandbox.paths("Tests/AppTests/Movies").contains("HomeMoviesTests.swift"))
    }
}
