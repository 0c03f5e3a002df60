import SceneTemplates
import Testing

@Suite struct `Options of new-scene` {
    @Test func `a name alone is a scene with outputs, tests and no front end`() throws {
        let options = try SceneOptions(parsing: ["Movies"])
        #expect(options.task == .scene && options.only == nil)
        #expect(options.name == (try SceneName("Movies")))
        #expect(
            options.hasOutput == nil && options.fields.isEmpty && options.frontEnd == .none
                && options.tests == .swiftTesting)
        #expect(!options.isDryRun && options.target == nil && options.parent == nil)
    }

    @Test func `options may come before or after the name, with a blank or an equals sign`() throws {
        let one = try SceneOptions(parsing: ["--target", "T", "Movies", "--tests=none", "--dry-run"])
        let other = try SceneOptions(parsing: ["--dry-run", "Movies", "--target=T", "--tests", "none"])
        #expect(one == other)
        #expect(one.target == "T" && one.tests == .none && one.isDryRun)
    }

    @Test(
        arguments: [
            (["Movies", "--tset", "none"], "--tset is not an option of new-scene.", "See new-scene --help."),
            (
                ["Movies", "--tests", "some"], "'some' is not a value of --tests.",
                "Write --tests swift-testing|xctest|both|none."
            ),
            (["Movies", "--tests"], "--tests needs a value.", "Write --tests swift-testing|xctest|both|none."),
            (["Movies", "--target", "--dry-run"], "--target needs a value.", "Write --target TARGET."),
            (["Movies", "--target", "A", "--target", "B"], "--target is given 2 times.", "Give it once."),
            (["Movies", "Books"], "new-scene takes one name, not 2: Movies Books.", "Run it once for each scene."),
            ([], "The scene's name is missing.", "Write new-scene Movies, or see new-scene --help."),
            (
                ["Movies", "--only", "interactor,view model"], "'view model' is not a component of a scene.",
                "--only takes some of these: scene,controller,interactor,store,worker,assembly,view,double,tests."
            ),
            (
                ["Movies", "--package", "--target", "T"], "--target cannot be combined with --package.",
                "Remove one of the two."
            ),
            (
                ["Movies", "--add-use-case", "Load", "--package"],
                "--add-use-case and --package cannot be combined.", "Run the command once for each."
            ),
            (
                ["Movies", "--add-action", "Tap", "--no-output"],
                "--no-output cannot be combined with --add-action.", "Remove one of the two."
            ),
            (
                ["Movies", "--only", "tests", "--refresh-doubles"],
                "--only cannot be combined with --refresh-doubles.", "Remove one of the two."
            ),
            (
                ["Movies", "--child-of", "Home", "--only", "scene"],
                "--child-of changes several components, and --only changes only the named ones.",
                "Remove one of the two."
            ),
            (
                ["Movies", "--field", "title:Text"], "'Text' is not a type of --field.",
                "It takes String, Int, Double, Bool; add others by hand."
            ),
            (
                ["Movies", "--field", "title", "--field", "Title:Int"], "--field title is given twice.",
                "Give each field once."
            ),
            (
                ["Movies", "--field", "title", "--only", "scene,worker"],
                "--field changes several components, and --only changes only the named ones.",
                "Remove one of the two."
            ),
            (["Movies", "--child-of", "Movies"], "Movies cannot be its own parent.", "Name another scene."),
            (
                ["Movies", "--front-end-target", "UI"], "--front-end-target needs a front end.",
                "Add --front-end terminal|swiftui|uikit."
            ),
            (
                ["Movies", "--install-xcode-templates"],
                "--install-xcode-templates writes templates for all scenes, so it takes no name: Movies.",
                "Remove the name; Xcode asks for it."
            ),
            (["Movies", "--to", "there"], "--to needs --install-xcode-templates.", "Add it, or remove --to."),
        ] as [([String], String, String)])
    func `wrong arguments are named, with a remedy`(arguments: [String], problem: String, remedy: String) {
        let error = #expect(throws: GeneratorError.self) { try SceneOptions(parsing: arguments) }
        #expect(error == GeneratorError(problem, remedy: remedy))
    }

    @Test func `every option of the help is understood`() {
        let sandbox = Sandbox()
        let help = sandbox.run("new-scene", "--help").output.joined(separator: "\n")
        let options = Set(help.matches(of: #/--[a-z-]+/#).map { String($0.0) })
        #expect(options.count >= 16)
        for option in options {
            let said = sandbox.run("new-scene", "Movies", option, "x", "--dry-run").errors.joined()
            #expect(!said.contains("is not an option"), "\(option)")
        }
    }

    @Test func `an unknown command is named`() {
        let answer = Sandbox().run("newscene", "Movies")
        #expect(answer.code == 1)
        #expect(answer.errors.first == "error: 'newscene' is not a command.")
    }
}
