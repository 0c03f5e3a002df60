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
                "        /// The scenes of ``Movies``.",
                "        public package(set) var presentedMovies = Presented<Movies.State>()",
            ])
        #expect(
            sandbox["Sources/App/Home/HomeController.swift"].contains(
                "        case .openMovies:\n            store.execute(.openedMovies)\n"))
        #expect(
            sandbox["Sources/App/Home/HomeStore.swift"].contains(
                "        case .closedMovies:\n            state.presentedMovies.dismiss()\n"))
        #expect(
            sandbox["Sources/App/Home/HomeAssembly.swift"].hasSuffix(
                """
                        scene.present(\\.presentedMovies) { _, state in
                            Movies.assemble(state, worker: worker.workerOfMovies)
                        } onOutput: { parent, output in
                            switch output {
                            case .itemChosen: parent.execute(.closeMovies)
                            }
                        }
                        return scene
                    }
                }

                """))
        #expect(
            sandbox["Sources/App/Home/HomeWorker.swift"].contains("    var workerOfMovies: any MoviesWorker { get }\n"))
        #expect(
            sandbox["Tests/AppTests/Home/HomeWorkerDouble.swift"].contains(
                "    var workerOfMovies: any MoviesWorker { workerOfMoviesDouble }\n"))
        #expect(!sandbox.paths("Sources/App/Movies").contains("Home+Movies.swift"))
        #expect(sandbox.paths("Tests/AppTests/Movies").contains("HomeMoviesTests.swift"))
    }

    @Test(arguments: [
        (
            "stack", "stackOfMovies = SceneStack<Movies.State>()", "closeMovies(UInt64)",
            "state.stackOfMovies.pop(from: id)", "scene.stack(\\.stackOfMovies) { _, element in"
        ),
        (
            "list", "listOfMovies = SceneList<MoviesItem>()", "closeMovies(MoviesItem.ID)",
            "state.listOfMovies.updateOrAppend(item)", "scene.list(\\.listOfMovies) { _, item in"
        ),
    ])
    func `can be on a stack or in a list`(
        form: String, field: String, actions: String, mutation: String, declaration: String
    ) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home", "--as", form).code == 0)
        #expect(sandbox["Sources/App/Home/Home.swift"].contains("var \(field)"))
        #expect(sandbox["Sources/App/Home/Home.swift"].contains(actions))
        #expect(sandbox["Sources/App/Home/HomeStore.swift"].contains(mutation))
        #expect(sandbox["Sources/App/Home/HomeAssembly.swift"].contains(declaration))
        #expect(sandbox.paths("Sources/App/Movies").contains("MoviesItem.swift") == (form == "list"))
        #expect(sandbox.run("lint-scenes").output == ["2 scenes, 0 to report."])
    }

    @Test(arguments: [[], ["--no-output"], ["--field", "note", "--tests", "both", "--front-end", "terminal"]])
    func `in a list, learns that its item was replaced`(options: [String]) {
        let sandbox = Sandbox(folders: ["Sources/App", "Sources/AppTerminal", "Tests/AppTests"])
        let target = ["--target", "App"]
        #expect(sandbox.run(["new-scene", "Home"] + target).code == 0)
        #expect(sandbox.run(["new-scene", "Row", "--child-of", "Home", "--as", "list"] + target + options).code == 0)
        #expect(
            sandbox["Sources/App/Home/HomeAssembly.swift"].contains(
                """
                        scene.list(\\.listOfRow) { _, item in
                            Row.assemble(Row.State(title: item.title), worker: worker.workerOfRow)
                        } onChange: { item in
                            .titleChanged(item.title)
                        }
                """))
        #expect(
            sandbox["Sources/App/Row/RowController.swift"].contains(
                "case .titleChanged(let title): store.execute(.titleChanged(title))"))
        #expect(
            sandbox["Sources/App/Row/RowStore.swift"].contains("case .titleChanged(let title): state.title = title"))
        #expect(sandbox["Tests/AppTests/Row/RowTests.swift"].contains("the title changes with its item"))
        #expect(sandbox["Tests/AppTests/Row/HomeRowTests.swift"].contains("its item is replaced"))
        #expect(sandbox.run("lint-scenes").output == ["2 scenes, 0 to report."])
    }

    @Test func `that is not in a list has no title`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home", "--as", "stack").code == 0)
        for path in sandbox.paths("Sources/App/Movies") {
            #expect(!sandbox["Sources/App/Movies/" + path].contains("title"))
        }
    }

    @Test func `gets a sample worker wherever its parent has a worker`() {
        let sandbox = Sandbox(["Sources/Tool/main.swift": "// a program"])
        #expect(sandbox.run("new-scene", "Home", "--target", "App").code == 0)
        let path = "/home/package/Sources/Tool/Workers.swift"
        sandbox.files.put(
            path,
            "import App\n\nfinal class Live: HomeWorker {\n}\n\npublic final class Other: HomeWorker {\n}\n")
        let answer = sandbox.run("new-scene", "Movies", "--target", "App", "--child-of", "Home")
        #expect(answer.code == 0 && !answer.output.contains { $0.hasPrefix("note:") }, "\(answer)")
        #expect(
            sandbox["Sources/Tool/Workers.swift"] == """
                import App

                final class Live: HomeWorker {
                    let workerOfMovies: any MoviesWorker = SampleMoviesWorker()
                }

                public final class Other: HomeWorker {
                    public let workerOfMovies: any MoviesWorker = SampleMoviesWorker()
                }

                """)
        #expect(sandbox["Sources/Tool/SampleMoviesWorker.swift"].hasPrefix("import App\n"))
    }

    @Test(arguments: [
        ("extension Live: HomeWorker {\n}\n", "Live in Sources/App/Live.swift"),
        ("final class Live: HomeWorker {}\n", "Live in Sources/App/Live.swift"),
        ("\n", "what conforms to HomeWorker"),
    ])
    func `says which worker has to be completed by hand`(worker: String, place: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        sandbox.files.put("/home/package/Sources/App/Live.swift", worker)
        #expect(
            sandbox.run("new-scene", "Movies", "--child-of", "Home").output.last
                == "note: add to \(place): let workerOfMovies: any MoviesWorker")
    }

    @Test(arguments: [
        (
            "HomeAssembly.swift", "        return SceneRuntime(", "        SceneRuntime(",
            "Home.assemble does not end with a line that returns the runtime."
        ),
        (
            "HomeAssembly.swift", "worker: Worker", "services: Worker",
            "Home.assemble has no parameter `worker`, from which the child gets its worker."
        ),
        ("HomeAssembly.swift", "func assemble", "func make", "Home has no function assemble."),
        (
            "HomeWorker.swift", "protocol HomeWorker", "protocol Services",
            "Home has no protocol HomeWorker, from which the child gets its worker."
        ),
    ])
    func `needs an assembly and a worker that can be understood, and writes nothing without`(
        file: String, old: String, new: String, problem: String
    ) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        let path = "Sources/App/Home/" + file
        #expect(sandbox[path].contains(old))
        sandbox.files.put("/home/package/" + path, sandbox[path].replacing(old, with: new))
        let before = sandbox.files.contents
        #expect(sandbox.run("new-scene", "Movies", "--child-of", "Home").errors.first == "error: " + problem)
        #expect(sandbox.files.contents == before)
    }

    @Test(arguments: ["scene", "home"])
    func `is declared in an assembly that returns a variable`(variable: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        let path = "Sources/App/Home/HomeAssembly.swift"
        sandbox.files.put(
            "/home/package/" + path,
            sandbox[path].replacing("return SceneRuntime(", with: "let \(variable) = SceneRuntime<Home>(")
                .replacing("store: store)\n    }", with: "store: store)\n        return \(variable)\n    }"))
        for child in ["Movies", "Books"] {
            #expect(sandbox.run("new-scene", child, "--child-of", "Home", "--no-output").code == 0)
        }
        #expect(
            sandbox[path].hasSuffix(
                """
                        \(variable).present(\\.presentedMovies) { _, state in
                            Movies.assemble(state, worker: worker.workerOfMovies)
                        }
                        \(variable).present(\\.presentedBooks) { _, state in
                            Books.assemble(state, worker: worker.workerOfBooks)
                        }
                        return \(variable)
                    }
                }

                """))
    }

    @Test func `--as without a parent is refused`() {
        #expect(
            Sandbox().run("new-scene", "Movies", "--as", "list").errors == [
                "error: --as says how a parent holds the scene.", "Add --child-of PARENT.",
            ])
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

    @Test(arguments: ["struct Movie: Sendable {}", "enum Movie { case seen }", "final class Movie {}"])
    func `needs a name that no type of its parent has, and writes nothing without`(type: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Home").code == 0)
        sandbox.files.put("/home/package/Sources/App/Home/HomeTypes.swift", "extension Home { public \(type) }\n")
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movie", "--child-of", "Home")
        #expect(answer.errors.first == "error: Home has a type Movie of its own, which would hide the scene.")
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
