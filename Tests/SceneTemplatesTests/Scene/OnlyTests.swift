import SceneTemplates
import Testing

@Suite struct `A scene of some parts` {
    @Test func `consists of the named parts only, if some are named`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--only", "scene,interactor,worker").code == 0)
        #expect(
            sandbox.paths("Sources/App/Movies") == ["Movies.swift", "MoviesInteractor.swift", "MoviesWorker.swift"])
        #expect(sandbox.paths("Tests").isEmpty)
    }

    @Test func `is there before parts are added to it`() {
        let sandbox = Sandbox()
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--only", "tests")
        #expect(
            answer.errors == [
                "error: There is no scene 'Movies' in the target 'App' to which --only tests could add.",
                "Remove --only to write the whole scene, set its target, or write --only scene,controller,interactor,store,worker,assembly,double,tests.",
            ])
        #expect(sandbox.files.contents == before)
    }

    @Test func `gets a part that was missing, in the form of the others`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--no-output", "--tests", "none").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--only", "double,tests", "--tests", "xctest").code == 0)
        #expect(
            sandbox.paths("Tests/AppTests/Movies") == [
                "MoviesFixture.swift", "MoviesWorkerDouble.swift", "MoviesXCTests.swift",
            ])
        #expect(!sandbox["Tests/AppTests/Movies/MoviesXCTests.swift"].contains("itemChosen"), "it has no output")
        #expect(sandbox.run("new-scene", "Movies", "--only", "tests").code == 0, "the fixture stays")
    }

    private static let parts = ["scene", "controller", "interactor", "store", "worker", "assembly", "double", "tests"]

    /// The components that the text of each component names.
    private static let needs: [String: Set<String>] = [
        "scene": ["worker"], "controller": ["scene"], "interactor": ["scene"], "store": ["scene"],
        "assembly": ["scene", "controller", "interactor", "store"], "double": ["worker"],
        "tests": ["scene", "assembly", "double"],
    ]

    /// The components after `--only` in the message.
    private func recommended(_ answer: Sandbox.Answer) -> [String] {
        let list = answer.errors.last?.split(separator: " ").last?.dropLast() ?? ""
        return list.split(separator: ",").map(String.init)
    }

    @Test(arguments: parts, parts)
    func `recommended combinations compile: each part has the types it names`(one: String, other: String) {
        let wanted = Set([one, other])
        let answer = Sandbox().run("new-scene", "Movies", "--only", wanted.joined(separator: ","))
        let all = answer.code == 0 ? Array(wanted) : recommended(answer)
        #expect(wanted.isSubset(of: all))
        for part in all { #expect(Self.needs[part, default: []].isSubset(of: all), "\(part) in \(all)") }
        #expect(Sandbox().run("new-scene", "Movies", "--only", all.joined(separator: ",")).errors == [])
    }

    @Test func `a part that names a missing part is refused, with both names`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--only", "scene,worker,interactor").code == 0)
        let answer = sandbox.run("new-scene", "Movies", "--only", "assembly")
        #expect(
            answer.errors == [
                "error: --only assembly needs parts that the scene 'Movies' does not have: controller,store.",
                "Write --only controller,store,assembly.",
            ])
        #expect(sandbox.paths("Sources/App/Movies").count == 3)
        #expect(sandbox.run("new-scene", "Movies", "--only", "controller,store,assembly").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--only", "tests").errors.last == "Write --only double,tests.")
    }

    @Test func `a part that is in another file is not written again`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--only", "scene,worker,store").code == 0)
        sandbox.files.put("/home/package/Sources/App/All.swift", sandbox["Sources/App/Movies/MoviesStore.swift"])
        try? sandbox.files.remove("/home/package/Sources/App/Movies/MoviesStore.swift")
        #expect(
            sandbox.run("new-scene", "Movies", "--only", "store").errors.first
                == "error: The target 'App' already has a type MoviesStore: Sources/App/All.swift.")
    }

    @Test func `a part is not written for unknown cases`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        #expect(sandbox.run("new-scene", "Movies", "--add-use-case", "FetchPage").code == 0)
        for part in ["Interactor", "Controller"] {
            try? sandbox.files.remove("/home/package/Sources/App/Movies/Movies\(part).swift")
        }
        #expect(
            sandbox.run("new-scene", "Movies", "--only", "interactor").errors.first
                == "error: --only interactor fits the cases of a new scene only, and Movies.UseCase differs in fetchPage."
        )
        #expect(sandbox.run("new-scene", "Movies", "--only", "controller").code == 0, "it need not know all use cases")
    }
}
