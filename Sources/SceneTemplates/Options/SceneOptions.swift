/// The options of `new-scene`.
package struct SceneOptions: Sendable, Equatable {
    /// The test framework of the generated tests.
    package enum Tests: String, CaseIterable, Sendable {
        case swiftTesting = "swift-testing"
        case xctest, both, none
    }

    /// How the state of a parent holds a child.
    package enum ChildForm: String, CaseIterable, Sendable {
        /// One child, or none: a `Presented` value.
        case sheet
        /// A child on each level of a `SceneStack`.
        case stack
        /// A child for each item of a `SceneList`.
        case list

        /// The name of the field in the state of the parent.
        func field(of child: String) -> String {
            switch self {
            case .sheet: "presented\(child)"
            case .stack: "stackOf\(child)"
            case .list: "listOf\(child)"
            }
        }

        /// The type of the field.
        func type(of child: String) -> String {
            switch self {
            case .sheet: "Presented<\(child).State>"
            case .stack: "SceneStack<\(child).State>"
            case .list: "SceneList<\(child)Item>"
            }
        }
    }

    /// The task, with the option that asks for it.
    package enum Task: String, CaseIterable, Sendable {
        /// Add a case to `UseCase` and to the interactor's switch.
        case addUseCase = "--add-use-case"
        /// Add a case to `Action` and to the controller's switch.
        case addAction = "--add-action"
        /// Write the worker's double again, after the protocol has changed.
        case refreshDoubles = "--refresh-doubles"
        /// Write the wrapper that records the worker's calls.
        case recordedWorker = "--recorded-worker"
        /// Write a package that contains the scene.
        case package = "--package"
        /// Write Xcode's file templates.
        case xcodeTemplates = "--install-xcode-templates"
        /// Write a scene, or some components of it.
        case scene = ""

        /// The options that can be combined with it, besides `--dry-run`.
        var options: Set<String> {
            let newScene: Set<String> = ["--no-output", "--field", "--front-end", "--tests"]
            return switch self {
            case .scene: newScene.union(["--target", "--child-of", "--as", "--front-end-target", "--only"])
            case .package: newScene
            case .xcodeTemplates: ["--to"]
            case .addUseCase, .addAction, .refreshDoubles, .recordedWorker: ["--target"]
            }
        }
    }

    package var task: Task
    /// The scene. Nil only for Xcode's templates.
    package var name: SceneName?
    package var target: String?
    /// The case to add.
    package var member: MemberName?
    /// The target of the wrapper that records the worker's calls.
    package var recordedIn: String?
    /// The components to write. Nil for the whole scene.
    package var only: Set<SceneComponent>?
    /// Whether the scene has outputs. Nil means the same as the existing scene; a new scene has outputs.
    package var hasOutput: Bool?
    /// The fields of the form.
    package var fields: [FieldName]
    package var parent: SceneName?
    /// How the parent holds the scene.
    package var childForm: ChildForm
    package var frontEnd: FrontEnd
    package var frontEndTarget: String?
    package var tests: Tests
    /// The folder for Xcode's templates, if it is given.
    package var folder: String?
    /// Whether to print the plan instead of writing files.
    package var isDryRun: Bool
}
