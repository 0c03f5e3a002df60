import SceneTemplates
import Testing

@Suite struct `A scene as a child` {
    @Test func `is presented by its parent's state`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home").code == 0)
        let before = Set(desk["Sources/App/Home/Home.swift"].split(separator: "\n"))
        #expect(desk.type("new-scene", "Movies", "--child-of", "Home").code == 0)

        let added = desk["Sources/App/Home/Home.swift"].split(separator: "\n").filter { !before.contains($0) }
        #expect(
            added == [
                "    public enum Action: Sendable { case appeared, itemChosen(String), openMovies, closeMovies }",
                "    public enum Mutation: Sendable { case loaded([String]), loadFailed, itemChosen(String), openedMovies, closedMovies }",
                "        /// ``Movies``, while it is shown.",
                "        public package(set) var presentedMovies = Presented<Movies.State>()",
            ])
        #expect(
            desk["Sources/App/Home/HomeController.swift"].contains(
                "        case .openMovies:\n            store.execute(.openedMovies)\n"))
        #expect(
            desk["Sources/App/Home/HomeStore.swift"].contains(
                "        case .closedMovies:\n            state.presentedMovies.dismiss()\n"))
        #expect(desk["Sources/App/Movies/Home+Movies.swift"].contains("extension SceneRuntime<Home>"))
        #expect(desk.paths("Tests/AppTests/Movies").contains("HomeMoviesTests.swift"))
    }

    @Test(arguments: [
        ("swift-testing", ["HomeMoviesTests.swift"]), ("xctest", ["HomeMoviesXCTests.swift"]),
        ("both", ["HomeMoviesTests.swift", "HomeMoviesXCTests.swift"]),
    ])
    func `has the tests of its parent's actions that were asked for`(choice: String, tests: [String]) {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home", "--tests", "xctest").code == 0)
        #expect(desk.type("new-scene", "Movies", "--child-of", "Home", "--tests", choice).code == 0)
        #expect(desk.paths("Tests/AppTests/Movies").filter { $0.hasPrefix("Home") } == tests)
        for path in tests {
            #expect(
                desk["Tests/AppTests/Movies/" + path].contains("import XCTest\n") == path.hasSuffix("XCTests.swift"))
        }
        #expect(!desk.type("lint-scenes").output.contains { $0.contains("Home.Action.openMovies") })
    }

    @Test func `needs a parent that is there, and writes nothing without`() {
        let desk = Desk()
        let before = desk.files.contents
        let answer = desk.type("new-scene", "Movies", "--child-of", "Home")
        #expect(answer.complaints.first == "error: There is no scene 'Home' in the target 'App'.")
        #expect(desk.files.contents == before)
    }

    @Test func `needs a parent that can be understood, and writes nothing without`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home").code == 0)
        let store = desk["Sources/App/Home/HomeStore.swift"]
        desk.files.put("/home/package/Sources/App/Home/HomeStore.swift", store.replacing("mutate(", with: "change("))
        let before = desk.files.contents
        let answer = desk.type("new-scene", "Movies", "--child-of", "Home")
        #expect(answer.complaints.first == "error: There is no function mutate in HomeStore.")
        #expect(desk.files.contents == before)
    }

    @Test func `is not added twice`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home").code == 0)
        #expect(desk.type("new-scene", "Movies", "--child-of", "Home").code == 0)
        for path in desk.paths("Sources/App/Movies") {
            try? desk.files.remove("/home/package/Sources/App/Movies/" + path)
        }
        #expect(
            desk.type("new-scene", "Movies", "--child-of", "Home", "--tests", "none").complaints.first
                == "error: Home.Action has a case openMovies already.")
    }

    @Test func `has no test with a parent that has no fixture`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home", "--tests", "none").code == 0)
        #expect(desk.type("new-scene", "Movies", "--child-of", "Home").code == 0)
        #expect(!desk.paths("Tests/AppTests/Movies").contains("HomeMoviesTests.swift"))
    }
}
