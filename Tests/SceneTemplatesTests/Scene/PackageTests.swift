import SceneTemplates
import Testing

@Suite struct `A scene as a package` {
    @Test func `is made in an empty folder, with manifest and README`() {
        let sandbox = Sandbox()
        let answer = sandbox.run("new-scene", "Movies", "--package", in: "/home")
        #expect(answer.code == 0)
        #expect(answer.output.last == "Next: swift test --package-path Movies")
        let manifest = sandbox.files.text("/home/Movies/Package.swift") ?? ""
        #expect(manifest.contains(".package(name: \"swift-cis\", path: \"../swift-cis\")"))
        #expect(manifest.contains(".testTarget(name: \"MoviesScenesTests\""))
        #expect(sandbox.files.text("/home/Movies/README.md")?.contains("# Movies") == true)
        #expect(sandbox.files.text("/home/Movies/Sources/MoviesScenes/Movies/MoviesStore.swift") != nil)
    }

    @Test func `needs the folder that it goes into`() {
        let answer = Sandbox().run("new-scene", "Movies", "--package", "--package-path", "/nowhere/x")
        #expect(
            answer.errors == [
                "error: There is no folder /nowhere/x for the package.",
                "Create it, or set another with --package-path.",
            ])
    }

    @Test func `goes into a folder that is there, if it is empty`() {
        let sandbox = Sandbox()
        let files = MemoryFiles(folders: ["/home/Movies"])
        #expect(Sandbox(files: files).run("new-scene", "Movies", "--package", in: "/home").code == 0)
        sandbox.files.put("/home/Movies/notes.txt", "mine")
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--package", in: "/home")
        #expect(answer.errors.first == "error: /home/Movies exists already, and is not empty.")
        #expect(sandbox.files.contents == before)
    }

    @Test(arguments: [
        (
            "https://example.com/team/swift-cis.git@1.2.0",
            ".package(url: \"https://example.com/team/swift-cis.git\", from: \"1.2.0\")", "swift-cis"
        ),
        ("https://example.com/fork#0a1b", ".package(url: \"https://example.com/fork\", revision: \"0a1b\")", "fork"),
        (
            "git@example.com:team/swift-cis.git@2.0.0",
            ".package(url: \"git@example.com:team/swift-cis.git\", from: \"2.0.0\")", "swift-cis"
        ),
        ("/home/package", ".package(name: \"swift-cis\", path: \"../package\")", "swift-cis"),
    ])
    func `depends on the library at the given place`(library: String, line: String, identity: String) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--package", "--plugin-library", library, in: "/home").code == 0)
        let manifest = sandbox.files.text("/home/Movies/Package.swift") ?? ""
        #expect(manifest.contains(line))
        #expect(manifest.contains(".product(name: \"CIS\", package: \"\(identity)\")"))
    }

    @Test func `depends on the library of the package in which it is made`() {
        let sandbox = Sandbox()
        #expect(
            sandbox.run("new-scene", "Movies", "--package", "--plugin-library", "https://example.com/swift-cis@3.1.4")
                .code == 0)
        #expect(sandbox["Movies/Package.swift"].contains("from: \"3.1.4\""))
    }

    @Test(arguments: [
        "https://example.com/swift-cis", "https://user@example.com/swift-cis", "git@example.com:team/swift-cis.git",
        "https://example.com/swift-cis@",
    ])
    func `needs the version of the library`(library: String) {
        let sandbox = Sandbox()
        let answer = sandbox.run("new-scene", "Movies", "--package", "--plugin-library", library)
        #expect(answer.errors.first == "error: '\(library)' does not say which version of the library.")
        #expect(sandbox.paths("Movies").isEmpty)
    }

    @Test func `has a program if its front end is a terminal`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--package", "--front-end", "terminal").code == 0)
        #expect(sandbox["Movies/Package.swift"].contains(".executableTarget(name: \"MoviesTerminal\""))
        #expect(
            sandbox.paths("Movies/Sources/MoviesTerminal") == [
                "MoviesTerminal.swift", "SampleMoviesWorker.swift", "main.swift",
            ])
    }

    @Test func `has no tests if none are wanted`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--package", "--tests", "none").code == 0)
        #expect(!sandbox["Movies/Package.swift"].contains("testTarget"))
        #expect(sandbox.paths("Movies/Tests").isEmpty)
    }
}

extension Sandbox {
    init(files: MemoryFiles) { self.files = files }
}
