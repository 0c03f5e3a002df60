import SceneTemplates
import Testing

/// Each test adds one violation to a scene without violations.
@Suite struct `lint-scenes` {
    private static let folder = "Sources/App/Movies/"
    private static let loading =
        "            store.execute(.loaded(items))\n"

    @Test func `a generated scene has nothing to report`() {
        let sandbox = Sandbox()
        for (name, options) in [("Movies", []), ("Books", ["--no-output"])] {
            #expect(sandbox.run(["new-scene", name] + options).code == 0)
        }
        #expect(sandbox.run("lint-scenes").output == ["2 scenes, 0 to report."])
    }

    @Test(arguments: [
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    weak var other: (any DomainStoreOf<Movies>)?\n", 4,
            "controller-reads-state"
        ),
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    var other: (any DomainStore<Movies.State.DomainState, Movies.Mutation>)?\n", 4,
            "controller-reads-state"
        ),
        (
            "MoviesController.swift", "Controller {\n", "Controller {\n    weak var scene: SceneRuntime<Movies>?\n", 4,
            "controller-reads-state"
        ),
        (
            "MoviesController.swift", "Controller {\n", "Controller {\n    var keeper: MoviesStore?\n", 4,
            "controller-reads-state"
        ),
        (
            "MoviesController.swift", "        case .appeared:",
            "        case .appeared where store.domainState.items.isEmpty:",
            6, "controller-reads-state"
        ),
        (
            "MoviesInteractor.swift", "Interactor {\n",
            "Interactor {\n    var other: (any Store<Movies.State, Movies.Mutation>)?\n", 4,
            "interactor-touches-view-state"
        ),
        (
            "MoviesInteractor.swift", "await worker.fetchItems()", "store.state.items", 7,
            "interactor-touches-view-state"
        ),
        (
            "MoviesInteractor.swift", "Interactor {\n",
            "Interactor {\n    func choose(_ item: String, _ state: Movies.State? = nil) {}\n", 4,
            "interactor-touches-view-state"
        ),
        ("MoviesStore.swift", "import CIS", "import CIS\nimport SwiftUI", 2, "ui-import"),
        ("Movies.swift", "public import CIS", "public import CIS\n@preconcurrency import UIKit", 2, "ui-import"),
        ("MoviesStore.swift", "nonisolated static func mutate", "nonisolated func mutate", 4, "mutation-not-static"),
        (
            "MoviesStore.swift", "    func sideEffects",
            "    private func append(_ state: inout Movies.State) {}\n\n    func sideEffects", 14, "mutation-not-static"
        ),
        ("MoviesWorker.swift", ": AnyObject, Sendable", ": AnyObject", 2, "worker-not-sendable"),
        ("Movies.swift", "{ case appeared", "{ case refreshTapped, appeared", 9, "action-not-tested"),
        (
            "MoviesController.swift", "Controller {\n", "Controller {\n    var worker: (any MoviesWorker)?\n", 4,
            "controller-holds-worker"
        ),
        (
            "MoviesStore.swift", "Store {\n", "Store {\n    var interactor: (any Interactor<Movies.UseCase>)?\n", 4,
            "store-holds-interactor"
        ),
        (
            "MoviesStore.swift", "Store {\n", "Store {\n    private weak var interactor: MoviesInteractor?\n", 4,
            "store-holds-interactor"
        ),
        ("MoviesWorker.swift", "@concurrent func fetchItems()", "func fetchItems()", 4, "worker-not-concurrent"),
        (
            "MoviesInteractor.swift", Self.loading,
            "            Task { store.execute(.loadFailed) }\n", 8, "interactor-starts-task"
        ),
        (
            "MoviesInteractor.swift", Self.loading,
            "            Task<Void, Never>(priority: .low) { store.execute(.loadFailed) }\n", 8,
            "interactor-starts-task"
        ),
        (
            "MoviesInteractor.swift", Self.loading,
            "            Task.detached { await self.load() }\n", 8, "interactor-starts-task"
        ),
        ("Movies.swift", "public package(set) var message", "public var message", 23, "state-settable"),
        ("Movies.swift", "package var items", "public var items", 30, "state-settable"),
        (
            "Movies.swift", "public package(set) var message = \"\"",
            "public var message: String { get { note ?? \"\" } set { note = newValue } }", 23, "state-settable"
        ),
        (
            "MoviesStore.swift", "            state.message = \"\"\n",
            "            state.message = \"\"\n            print(items)\n", 9, "mutation-not-pure"
        ),
        (
            "MoviesStore.swift", "            state.message = \"\"\n",
            "            state.message = Date().description\n",
            8, "mutation-not-pure"
        ),
        (
            "MoviesStore.swift", "            state.message = \"\"\n", "            state.loadedAt = .now\n", 8,
            "mutation-not-pure"
        ),
        (
            "MoviesStore.swift", "State.items = items\n", "State.items = items.shuffled()\n", 7, "mutation-not-pure"
        ),
        (
            "MoviesStore.swift", "State.items = items\n",
            "State.items = [UUID().uuidString] + [items[Int.random(in: 0..<3)]]\n", 7, "mutation-not-pure"
        ),
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    func policy(of action: Movies.Action) -> ActionPolicy { .first }\n", 4, "never-called"
        ),
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    static func policy(for action: Movies.Action) -> ActionPolicy { .first }\n", 4,
            "never-called"
        ),
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    func policyForTaps(_ action: Movies.Action) -> ActionPolicy { .first }\n", 4,
            "never-called"
        ),
        ("MoviesStore.swift", "func sideEffects(of mutation", "func sideEffects(for mutation", 14, "never-called"),
        ("MoviesStore.swift", "func sideEffects(of mutation", "func sideEffect(of mutation", 14, "never-called"),
        (
            "MoviesWorker.swift", "@concurrent func",
            "@MainActor func send(_ output: Movies.Output)\n    @concurrent func", 4,
            "output-not-from-store"
        ),
        (
            "MoviesInteractor.swift", "Interactor {\n", "Interactor {\n    var port: OutputPort<Movies.Output>?\n", 4,
            "output-not-from-store"
        ),
        (
            "MoviesController.swift", "        case .itemChosen(let item): store.execute(.itemChosen(item))",
            "        case .itemChosen(let item): outputs.send(.itemChosen(item))", 7, "output-not-from-store"
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

    @Test(arguments: [
        (
            "MoviesWorker.swift", "@concurrent func fetchItems()",
            "func fetchItems() -> AsyncStream<String>\n    @concurrent func fetchItems()"
        ),
        ("MoviesWorker.swift", "public protocol", "@MainActor public protocol"),
        ("MoviesWorker.swift", "@concurrent func", "@available(macOS 15, *) @concurrent\n    func"),
        (
            "MoviesInteractor.swift", "            store",
            "            if !Task.isCancelled { return }\n            store"
        ),
        (
            "MoviesInteractor.swift", "            store",
            "            choose(Task(title: item).title)\n            store"
        ),
        (
            "MoviesInteractor.swift", "    func perform",
            "    func later() -> Task<Void, Never> { tasks[0] }\n    func perform"
        ),
        (
            "Movies.swift", "public package(set) var message = \"\"",
            "public package(set) var message = \"\"\n        public var count: Int { message.count }"
        ),
        (
            "Movies.swift", "public package(set) var message = \"\"",
            "var message = \"\"\n        public static var limit = 5"
        ),
        (
            "MoviesStore.swift", "state.message = \"\"",
            "state.message = Date(timeIntervalSince1970: 0).description + print.now"
        ),
        ("MoviesStore.swift", "state.message = \"\"", "state.dice = Int.random(in: 1...6, using: &state.generator)"),
        (
            "MoviesController.swift", "Controller {\n",
            "Controller {\n    func policy(for action: Movies.Action) -> ActionPolicy { policy(of: action) }\n"
                + "    private func policy(of action: Movies.Action) -> ActionPolicy { .first }\n"
        ),
        (
            "MoviesStore.swift", "Store {\n",
            "Store {\n    var all: [Void] { [1, 2].map(sideEffects(number:)) }\n    func sideEffects(number: Int) {}\n"
        ),
        (
            "MoviesStore.swift", "    func sideEffects(of mutation: Movies.Mutation, on state: Movies.State) {\n",
            "    func sideEffects(of mutation: Movies.Mutation, on state: Movies.State) {\n        print(Date())\n"
        ),
    ])
    func `code that only looks like a violation is not reported`(file: String, old: String, new: String) {
        #expect(findings(in: file, old, new) == [])
    }

    @Test func `comments and strings are not reported`() {
        let text =
            "Controller {\n    // store.state, any DomainStore\n    func say() { print(\"store.state \\(\"any Store\")\") }\n"
        #expect(findings(in: "MoviesController.swift", "Controller {\n", text) == [])
    }

    @Test func `a comment suppresses findings on its line or the next`() {
        #expect(
            findings(
                in: "MoviesStore.swift", "import CIS",
                "import CIS\n// lint-scenes: allow, a type of it is a value\nimport SwiftUI") == [])
        #expect(
            findings(in: "MoviesStore.swift", "import CIS", "import CIS\nimport SwiftUI  // lint-scenes: allow") == [])
    }

    @Test func `a worker protocol can inherit Sendable`() {
        let base = "public protocol Base: Sendable {}\n\n/// What"
        #expect(
            findings(in: "MoviesWorker.swift", ": AnyObject, Sendable", ": AnyObject, Elsewhere") == [],
            "it cannot be seen")
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let path = "/home/package/Sources/App/Movies/MoviesWorker.swift"
        let text = (sandbox.files.text(path) ?? "").replacing(": AnyObject, Sendable", with: ": AnyObject, Base")
            .replacing("/// What", with: base)
        sandbox.files.put(path, text)
        #expect(sandbox.run("lint-scenes").code == 0)
        sandbox.files.put(path, text.replacing("Base: Sendable", with: "Base: AnyObject"))
        #expect(sandbox.run("lint-scenes").code == 1)
    }

    @Test func `parts that are not where the template has them are named`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let store = sandbox[Self.folder + "MoviesStore.swift"]
        try? sandbox.files.remove("/home/package/Sources/App/Movies/MoviesStore.swift")
        sandbox.files.put("/home/package/Sources/App/Stores.swift", store)
        #expect(
            sandbox.run("lint-scenes").output.first
                == "Sources/App/Stores.swift:3: warning: The store of Movies is not in Sources/App/Movies/MoviesStore.swift. [structure]"
        )
    }

    @Test func `a small scene may have all its parts in one file`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let parts = sandbox.paths("Sources/App/Movies").map { sandbox[Self.folder + $0] }
        for path in sandbox.paths("Sources/App/Movies") {
            try? sandbox.files.remove("/home/package/Sources/App/Movies/" + path)
        }
        sandbox.files.put("/home/package/Sources/App/All.swift", parts.joined(separator: "\n"))
        #expect(sandbox.run("lint-scenes").output == ["1 scene, 0 to report."])
    }

    @Test func `a package without scenes is reported`() {
        let answer = Sandbox().run("lint-scenes")
        #expect(answer.errors.first == "error: There is no scene in /home/package.")
        #expect(answer.code == 2, "the plugin tells what was found from what could not be looked at")
    }
}
