import SceneTemplates
import Testing

@Suite struct `A new scene` {
    private static let parts = [
        "Movies.swift", "MoviesAssembly.swift", "MoviesController.swift", "MoviesInteractor.swift", "MoviesStore.swift",
        "MoviesWorker.swift",
    ]

    @Test func `has the six files of the house, a double, a fixture and tests`() {
        let sandbox = Sandbox()
        let answer = sandbox.run("new-scene", "Movies")
        #expect(answer.code == 0 && answer.errors.isEmpty)
        #expect(sandbox.paths("Sources/App/Movies") == Self.parts)
        #expect(
            sandbox.paths("Tests/AppTests/Movies") == [
                "MoviesFixture.swift", "MoviesTests.swift", "MoviesWorkerDouble.swift",
            ])
        #expect(sandbox["Tests/AppTests/Movies/MoviesTests.swift"].contains("import App\n"))
    }

    @Test(arguments: [
        ("swift-testing", ["MoviesTests.swift"]), ("xctest", ["MoviesXCTests.swift"]),
        ("both", ["MoviesTests.swift", "MoviesXCTests.swift"]), ("none", []),
    ])
    func `has the requested tests`(choice: String, tests: [String]) {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies", "--tests", choice).code == 0)
        #expect(sandbox.paths("Tests/AppTests/Movies").filter { $0.hasSuffix("Tests.swift") } == tests)
        #expect(sandbox.paths("Tests/AppTests/Movies").isEmpty == (choice == "none"))
    }

    @Test func `is no more than sixty lines that are neither blank nor comments`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        let lines = sandbox.paths("Sources/App/Movies").flatMap {
            sandbox["Sources/App/Movies/" + $0].split(separator: "\n").map { $0.drop { $0 == " " } }
        }
        #expect(lines.filter { !$0.isEmpty && !$0.hasPrefix("//") }.count <= 60)
    }

    @Test func `sends outputs from its store, or none on request`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "Movies").code == 0)
        #expect(sandbox.run("new-scene", "Books", "--no-output").code == 0)
        #expect(sandbox["Sources/App/Movies/Movies.swift"].contains("enum Output"))
        #expect(sandbox["Sources/App/Movies/MoviesStore.swift"].contains("outputs.send(.itemChosen(item))"))
        #expect(!sandbox.paths("Sources/App/Books").contains { sandbox["Sources/App/Books/" + $0].contains("Output") })
    }

    @Test func `has a form with the requested fields`() {
        let sandbox = Sandbox()
        let fields = ["--field", "title", "--field", "Copies:Int", "--field=isUrgent:Bool"]
        #expect(sandbox.run(["new-scene", "Draft"] + fields).errors == [])
        let scene = sandbox["Sources/App/Draft/Draft.swift"]
        #expect(scene.contains("public var title = \"\"\n") && scene.contains("public var copies = 0\n"))
        #expect(scene.contains("case appeared, itemChosen(String), edit(FieldChange<Form>) }"))
        #expect(sandbox["Sources/App/Draft/DraftStore.swift"].contains("state.form.apply(change)"))
        #expect(sandbox["Tests/AppTests/Draft/DraftTests.swift"].contains(".edit(FieldChange(\\.title, \"one\"))"))
        #expect(sandbox.run("lint-scenes").output == ["1 scene, 0 to report."])
    }

    @Test(arguments: [
        ("swiftui", "AppSwiftUI/MoviesView.swift"), ("uikit", "AppUIKit/MoviesViewController.swift"),
        ("terminal", "AppTerminal/MoviesTerminal.swift"),
    ])
    func `is drawn in a target of its own`(frontEnd: String, path: String) {
        let sandbox = Sandbox(folders: ["Sources/App", "Tests/AppTests"])
        let refused = sandbox.run("new-scene", "Movies", "--target", "App", "--front-end", frontEnd)
        #expect(refused.code == 1)
        #expect(
            refused.errors.first?.hasPrefix("error: There is no target '\(path.split(separator: "/")[0])'") == true)
        #expect(sandbox.paths("Sources/App").isEmpty, "nothing is written where the view has no place")

        sandbox.files.put("/home/package/Sources/\(path.split(separator: "/")[0])/Other.swift", "")
        #expect(sandbox.run("new-scene", "Movies", "--target", "App", "--front-end", frontEnd).code == 0)
        #expect(sandbox["Sources/" + path].contains("import App\n"))
    }

    /// SwiftPM does not report targets without files to the plugin.
    @Test func `finds targets of the manifest that have no file yet`() {
        let sandbox = Sandbox(
            ["Sources/App/App.swift": ""],
            folders: ["Sources/App", "Sources/AppTerminal", "Sources/AppUIKit", "Tests/AppTests"])
        let layout = ["--layout", "source:App:/home/package/Sources/App"]
        let command = ["new-scene", "Movies", "--target", "App", "--front-end"]
        #expect(sandbox.run(command + ["uikit"] + layout).errors.first?.contains("no target 'AppUIKit'") == true)

        sandbox.files.put("/home/package/Package.swift", Sandbox.manifest + " \"AppTerminal\", \"AppTests\"")
        #expect(sandbox.run(command + ["terminal"] + layout).errors.isEmpty)
        #expect(sandbox.paths("Sources/AppTerminal") == ["MoviesTerminal.swift"])
        #expect(sandbox.paths("Tests/AppTests/Movies").count == 3)
        #expect(sandbox.run(command + ["uikit"] + layout).errors.first?.contains("no target 'AppUIKit'") == true)
    }

    @Test func `is drawn in the front end's target of a generated package`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "P", "--package", "--front-end", "terminal", in: "/home").code == 0)
        let command = ["new-scene", "Kid", "--target", "PScenes", "--child-of", "P", "--front-end"]
        #expect(sandbox.run(command + ["terminal"], in: "/home/P").errors.isEmpty)
        #expect(sandbox.files.text("/home/P/Sources/PTerminal/KidTerminal.swift") != nil)
        let answer = sandbox.run(command + ["uikit"], in: "/home/P")
        #expect(answer.errors.first == "error: There is no target 'PScenesUIKit' for the front end.")
        #expect(answer.errors.last?.contains("(there are: PTerminal)") == true)
    }

    @Test func `is not drawn in its own target`() {
        let answer = Sandbox().run("new-scene", "Movies", "--front-end", "swiftui", "--front-end-target", "App")
        #expect(
            answer.errors.first
                == "error: 'App' is the target of the scene, and a scene does not know its front end.")
    }

    @Test func `is shown and not written in a dry run`() {
        let sandbox = Sandbox()
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies", "--dry-run")
        #expect(answer.output.first == "would create Sources/App/Movies/Movies.swift")
        #expect(answer.output.count == 9)
        #expect(sandbox.files.contents == before)
    }

    @Test func `is refused in a dry run as it would be`() {
        let sandbox = Sandbox(["Sources/App/Movies/MoviesStore.swift": "// mine"])
        #expect(sandbox.run("new-scene", "Movies", "--dry-run").code == 1)
    }

    @Test func `does not overwrite files, and writes all or none`() {
        let sandbox = Sandbox(["Sources/App/Movies/MoviesStore.swift": "// mine"])
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies")
        #expect(answer.code == 1)
        #expect(
            answer.errors == [
                "error: Sources/App/Movies/MoviesStore.swift exists already, and is not overwritten.",
                "Remove it, choose another name, or name the missing parts with --only.",
            ])
        #expect(sandbox.files.contents == before)
    }

    @Test func `does not share a file name with another file of its module`() {
        let sandbox = Sandbox(["Sources/App/Elsewhere/MoviesStore.swift": "// another"])
        let answer = sandbox.run("new-scene", "Movies")
        #expect(
            answer.errors.first
                == "error: The target 'App' already has a file MoviesStore.swift: Sources/App/Elsewhere/MoviesStore.swift."
        )
        #expect(sandbox.paths("Tests").isEmpty)
    }

    @Test func `requires a target if there are several`() {
        let sandbox = Sandbox(folders: ["Sources/App", "Sources/Shop", "Tests/ShopTests"])
        let answer = sandbox.run("new-scene", "Movies")
        #expect(
            answer.errors == ["error: The package has several targets.", "Choose one with --target: App, Shop."])
        #expect(sandbox.run("new-scene", "Movies", "--target", "Shop").code == 0)
        #expect(sandbox.paths("Sources/Shop/Movies") == Self.parts)
    }

    @Test func `names the targets there are when it is given another`() {
        let answer = Sandbox().run("new-scene", "Movies", "--target", "../../outside")
        #expect(
            answer.errors == [
                "error: There is no target '../../outside' in /home/package.", "Its targets are: App.",
            ])
    }

    @Test func `needs a test target, and describes how to add one`() {
        let sandbox = Sandbox(folders: ["Sources/App"])
        let answer = sandbox.run("new-scene", "Movies")
        #expect(answer.errors.first == "error: There is no test target 'AppTests'.")
        #expect(answer.errors.last?.contains(".testTarget(name: \"AppTests\"") == true)
        #expect(sandbox.paths("Sources").isEmpty)
    }

    @Test func `needs a package`() {
        let answer = Sandbox().run("new-scene", "Movies", in: "/home")
        #expect(answer.errors.first == "error: There is no package in /home: it has no Package.swift.")
        #expect(answer.errors.last?.contains("--package") == true)
    }

    @Test func `goes where the manifest has the target`() {
        let sandbox = Sandbox(folders: ["Code/Main", "Code/Checks"])
        let answer = sandbox.run(
            "new-scene", "Movies", "--layout", "source:App:/home/package/Code/Main", "--layout",
            "test:AppTests:/home/package/Code/Checks")
        #expect(answer.code == 0)
        #expect(sandbox.paths("Code/Main/Movies") == Self.parts)
        #expect(sandbox.paths("Code/Checks/Movies").count == 3)
    }

    @Test func `is not written outside the package, even through the manifest or a link`() {
        let linked = Sandbox(
            folders: ["Sources", "Tests/AppTests"], links: ["/home/package/Sources/App": "/home/swift-cis"])
        let named = Sandbox(folders: ["Tests/AppTests"])
        let before = [linked.files.contents, named.files.contents]
        let answers = [
            linked.run("new-scene", "Movies"),
            named.run(
                "new-scene", "Movies", "--layout", "source:App:/home/swift-cis", "--layout",
                "test:AppTests:/home/package/Tests/AppTests"),
        ]
        for answer in answers {
            #expect(answer.code == 1)
            #expect(answer.errors.first?.contains("leads out of the package") == true)
        }
        #expect([linked.files.contents, named.files.contents] == before)
    }

    @Test func `has a Korean name, composed in files and text`() {
        let sandbox = Sandbox()
        #expect(sandbox.run("new-scene", "\u{110B}\u{1167}\u{11BC}\u{1112}\u{116A}").code == 0)
        let path = "Sources/App/영화/영화Store.swift"
        #expect(sandbox[path].contains("final class 영화Store"))
        #expect(sandbox.paths("Sources/App/영화").allSatisfy { $0.unicodeScalars.contains("\u{C601}") })
    }

    @Test func `lists products that the manifest does not name`() {
        let sandbox = Sandbox()
        sandbox.files.put("/home/package/Package.swift", "// nothing")
        let said = sandbox.run("new-scene", "Movies").output.suffix(4)
        #expect(
            Array(said) == [
                "note: Package.swift does not name the product CIS; add it to the target's dependencies:",
                "    .product(name: \"CIS\", package: \"swift-cis\")",
                "note: Package.swift does not name the product CISTesting; add it to the test target's dependencies:",
                "    .product(name: \"CISTesting\", package: \"swift-cis\")",
            ])
        #expect(Sandbox().run("new-scene", "Movies").output.allSatisfy { !$0.hasPrefix("note:") })
    }

    @Test(arguments: [
        (".package(path: \"../swift-cis\")", "swift-cis"), (".package(path: \"/home/checkout/\")", "checkout"),
        (".package(path: \"../other\"), .package(name: \"cis\", path: \"../checkout\")", "cis"),
        (".package(url: \"https://example.org/swift\", from: \"1.0.0\")", "swift-cis"),
        (".product(name: \"CISWorkers\", package: \"house\")", "house"),
    ])
    func `uses the manifest's name for the library`(dependencies: String, name: String) {
        let sandbox = Sandbox(folders: ["Sources/App", "../checkout"], links: ["/home/checkout": "/home/swift-cis"])
        sandbox.files.put("/home/package/Package.swift", "let package = Package(dependencies: [\(dependencies)])")
        let product = ".product(name: \"CIS\", package: \"\(name)\")"
        #expect(sandbox.run("new-scene", "Movies").errors.last?.contains(product) == true, "in what is missing")
        #expect(sandbox.run("new-scene", "Movies", "--tests", "none").output.last == "    " + product)
    }

    @Test(arguments: [
        ("struct MoviesStore {}", "MoviesStore"), ("typealias Movies = Int", "Movies"),
        ("@MainActor\npublic final class MoviesController {}", "MoviesController"),
        ("// MoviesStore\nprotocol MoviesWorker {}", "MoviesWorker"),
    ])
    func `does not share the name of a type with another of its module, whatever the file`(text: String, type: String) {
        let sandbox = Sandbox(["Sources/App/Other.swift": text])
        let before = sandbox.files.contents
        let answer = sandbox.run("new-scene", "Movies")
        #expect(
            answer.errors == [
                "error: The target 'App' already has a type \(type): Sources/App/Other.swift.",
                "Choose another name or another target, or name the missing parts with --only.",
            ])
        #expect(sandbox.files.contents == before)
    }

    @Test func `does not share the name of a type with another of its tests`() {
        let answer = Sandbox(["Tests/AppTests/All.swift": "struct MoviesFixture {}"]).run("new-scene", "Movies")
        #expect(
            answer.errors.first
                == "error: The target 'AppTests' already has a type MoviesFixture: Tests/AppTests/All.swift.")
    }

    @Test(arguments: ["private struct MoviesStore {}", "enum Shop { struct Movies {} }", "extension Movies {}"])
    func `may share its name with types that the module does not import`(text: String) {
        #expect(Sandbox(["Sources/App/Other.swift": text]).run("new-scene", "Movies").errors == [])
    }
}
