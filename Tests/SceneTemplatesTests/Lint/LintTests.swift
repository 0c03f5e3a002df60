import SceneTemplates
import Testing

/// One violation each, seeded into a scene in which there is nothing to report.
@Suite struct `lint-scenes` {
    private static let folder = "Sources/App/Movies/"

    /// Plants a violation and returns what is said of it.
    private func findings(in file: String, _ old: String, _ new: String) -> [String] {
        let desk = Desk()
        #expect(desk.type("new-scene", "Movies").code == 0)
        #expect(desk.type("lint-scenes").code == 0)
        let text = desk[Self.folder + file]
        #expect(text.contains(old), "there is nothing to replace")
        desk.files.put("/home/package/" + Self.folder + file, text.replacing(old, with: new))
        let answer = desk.type("lint-scenes")
        #expect(answer.code == (answer.output.count > 1 ? 1 : 0))
        return answer.output.dropLast()
    }

    @Test func `a generated scene has nothing to report`() {
        let desk = Desk()
        for (name, worker) in [("Movies", "delegate"), ("Books", "plain")] {
            #expect(desk.type("new-scene", name, "--worker", worker).code == 0)
        }
        #expect(desk.type("lint-scenes").output == ["2 scenes, 0 to report."])
    }

    @Test(arguments: [
        (
            "MoviesController.swift", "any MutationReceiver<Movies.Mutation>\n\n",
            "any DomainStore<Movies.State.DomainState, Movies.Mutation>\n\n", 5, "controller-reads-state"
        ),
        (
            "MoviesController.swift", "    private let store: any",
            "    weak var scene: SceneRuntime<Movies>?\n    private let store: any", 5, "controller-reads-state"
        ),
        (
            "MoviesController.swift", "private let store: any MutationReceiver<Movies.Mutation>",
            "private let keeper: MoviesStore", 5, "controller-reads-state"
        ),
        (
            "MoviesController.swift", "        case .messageDismissed:\n",
            "        case .messageDismissed where store.domainState.items.isEmpty:\n", 23, "controller-reads-state"
        ),
        (
            "MoviesInteractor.swift", "any DomainStore<Movies.State.DomainState, Movies.Mutation>\n",
            "any Store<Movies.State, Movies.Mutation>\n", 4, "interactor-touches-view-state"
        ),
        ("MoviesInteractor.swift", "store.domainState.items", "store.state.lines", 30, "interactor-touches-view-state"),
        (
            "MoviesInteractor.swift", "private func choose(_ item: String) {",
            "private func choose(_ item: String, _ state: Movies.State? = nil) {", 29, "interactor-touches-view-state"
        ),
        ("MoviesStore.swift", "import CIS", "import CIS\nimport SwiftUI", 2, "ui-import"),
        ("Movies.swift", "public import CIS", "public import CIS\n@preconcurrency import UIKit", 2, "ui-import"),
        ("MoviesStore.swift", "nonisolated static func mutate", "nonisolated func mutate", 12, "mutation-not-static"),
        (
            "MoviesStore.swift", "    func sideEffects",
            "    private func append(_ state: inout Movies.State) {}\n\n    func sideEffects", 27, "mutation-not-static"
        ),
        ("MoviesWorker.swift", ": AnyObject, Sendable", ": AnyObject", 2, "worker-not-sendable"),
        (
            "Movies.swift", "        case appeared\n", "        case appeared\n        case refreshTapped\n", 8,
            "action-not-tested"
        ),
        ("MoviesAssembly.swift", "extension Movies {", "extension Other {", 4, "structure"),
        ("MoviesStore.swift", "final class MoviesStore", "final class MovieStore", 4, "structure"),
    ])
    func `a violation is found, with file and line, and nothing else is`(
        file: String, old: String, new: String, line: Int, rule: String
    ) {
        let found = findings(in: file, old, new)
        // A missing part is reported where the scene is defined.
        let place = rule == "structure" ? "\(Self.folder)Movies.swift" : Self.folder + file
        #expect(
            found.allSatisfy { $0.hasPrefix("\(place):\(line): warning: ") && $0.hasSuffix("[\(rule)]") }, "\(found)")
        #expect((1...3).contains(found.count), "\(found)")
    }

    @Test func `what stands in comments and strings is not found`() {
        let text =
            "        case .messageDismissed:\n            // store.state, any DomainStore\n            print(\"store.state \\(\"any Store\")\")\n"
        #expect(findings(in: "MoviesController.swift", "        case .messageDismissed:\n", text) == [])
    }

    @Test func `a comment allows what is found on its line or below`() {
        #expect(
            findings(
                in: "MoviesStore.swift", "import CIS",
                "import CIS\n// lint-scenes: allow, a type of it is a value\nimport SwiftUI") == [])
        #expect(
            findings(in: "MoviesStore.swift", "import CIS", "import CIS\nimport SwiftUI  // lint-scenes: allow") == [])
    }

    @Test func `a worker is Sendable by what it inherits`() {
        let base = "public protocol Base: Sendable {}\n\n/// Everything"
        #expect(
            findings(in: "MoviesWorker.swift", ": AnyObject, Sendable", ": AnyObject, Elsewhere") == [],
            "it cannot be seen")
        let desk = Desk()
        #expect(desk.type("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/MoviesWorker.swift"
        let text = (desk.files.text(path) ?? "").replacing(": AnyObject, Sendable", with: ": AnyObject, Base")
            .replacing("/// Everything", with: base)
        desk.files.put(path, text)
        #expect(desk.type("lint-scenes").code == 0)
        desk.files.put(path, text.replacing("Base: Sendable", with: "Base: AnyObject"))
        #expect(desk.type("lint-scenes").code == 1)
    }

    @Test func `parts that are not where the template has them are named`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Movies").code == 0)
        let store = desk[Self.folder + "MoviesStore.swift"]
        try? desk.files.remove("/home/package/Sources/App/Movies/MoviesStore.swift")
        desk.files.put("/home/package/Sources/App/Stores.swift", store)
        #expect(
            desk.type("lint-scenes").output.first
                == "Sources/App/Stores.swift:3: warning: The store of Movies is not in Sources/App/Movies/MoviesStore.swift. [structure]"
        )
    }

    @Test func `a small scene may have all its parts in one file`() {
        let desk = Desk()
        #expect(desk.type("new-scene", "Movies").code == 0)
        let parts = desk.paths("Sources/App/Movies").map { desk[Self.folder + $0] }
        for path in desk.paths("Sources/App/Movies") {
            try? desk.files.remove("/home/package/Sources/App/Movies/" + path)
        }
        desk.files.put("/home/package/Sources/App/All.swift", parts.joined(separator: "\n"))
        #expect(desk.type("lint-scenes").output == ["1 scene, 0 to report."])
    }

    @Test func `without tests actions are not checked, and that is said`() {
        let desk = Desk(folders: ["Sources/App"])
        #expect(desk.type("new-scene", "Movies", "--tests", "none").code == 0)
        #expect(
            desk.type("lint-scenes").output == [
                "1 scene, 0 to report.", "note: there are no tests, so actions were not checked.",
            ])
    }

    @Test func `a package without scenes is told so`() {
        let answer = Desk().type("lint-scenes")
        #expect(answer.complaints.first == "error: There is no scene in /home/package.")
        #expect(answer.code == 2, "the plugin tells what was found from what could not be looked at")
    }
}

@Suite struct `Drawings of scenes` {
    private func diagram() -> [String] {
        let desk = Desk()
        #expect(desk.type("new-scene", "Home").code == 0)
        #expect(desk.type("new-scene", "Movies", "--child-of", "Home").code == 0)
        let answer = desk.type("lint-scenes", "--diagram")
        #expect(answer.code == 0)
        return answer.output
    }

    @Test func `the graph shows which scene presents which, and what comes back`() {
        let lines = diagram()
        let graph = lines.drop { $0 != "flowchart TD" }.prefix { $0 != "```" }
        #expect(
            Array(graph) == [
                "flowchart TD", "    scene1[\"Home\"]", "    scene2[\"Movies\"]",
                "    scene1 -->|\"presentedMovies\"| scene2",
                "    scene2 -.->|\"itemChosen\"| scene1",
            ])
    }

    @Test func `an action is followed from the view to the workers`() {
        let lines = diagram()
        let start = lines.lastIndex(of: "### itemChosen").map { $0 + 3 } ?? 0
        #expect(
            Array(lines[start...].prefix { $0 != "```" }) == [
                "sequenceDiagram", "    participant View", "    participant Controller", "    participant Interactor",
                "    participant Store", "    participant Worker", "    View->>Controller: itemChosen",
                "    Controller->>Interactor: choose", "    Interactor->>Store: itemChosen", "    Store->>Worker: send",
            ])
    }

    @Test func `what depends on a condition says so`() {
        let lines = diagram()
        let start = lines.lastIndex(of: "### appeared").map { $0 + 3 } ?? 0
        #expect(
            Array(lines[start...].prefix { $0 != "```" }.suffix(6)) == [
                "    Interactor->>Worker: fetchItems", "    Interactor->>Store: loaded", "    opt catch",
                "    Interactor->>Worker: text", "    Interactor->>Store: loadFailed", "    end",
            ])
    }

    @Test func `every action has its drawing`() {
        #expect(diagram().filter { $0 == "sequenceDiagram" }.count == 5 + 3)
    }
}
