/// The options of `new-scene`.
package struct SceneOptions: Sendable, Equatable {
    /// The front end that draws the scene.
    package enum FrontEnd: String, CaseIterable, Sendable {
        case none, terminal, swiftui, uikit

        /// The suffix of the front end's target and type.
        var suffix: String {
            switch self {
            case .none: ""
            case .terminal: "Terminal"
            case .swiftui: "SwiftUI"
            case .uikit: "UIKit"
            }
        }
    }

    /// The test framework of the generated tests.
    package enum Tests: String, CaseIterable, Sendable {
        case swiftTesting = "swift-testing"
        case xctest, both, none
    }

    /// The task.
    package enum Task: Sendable, Equatable {
        /// Write a scene, or only these components of it.
        case scene(only: Set<SceneComponent>?)
        /// Write a package that contains the scene.
        case package
        /// Add a case to `UseCase` and to the interactor's switch.
        case addUseCase(MemberName)
        /// Add a case to `Action` and to the controller's switch.
        case addAction(MemberName)
        /// Write the worker's double again, after the protocol has changed.
        case refreshDoubles
        /// Write Xcode's file templates, into this folder if it is given.
        case xcodeTemplates(to: String?)
    }

    package var task: Task
    /// The scene. Nil only for Xcode's templates.
    package var name: SceneName?
    package var target: String?
    /// Whether the scene has outputs. Nil means the same as the existing scene; a new scene has outputs.
    package var hasOutput: Bool?
    /// The fields of the form.
    package var fields: [FieldName] = []
    package var parent: SceneName?
    package var frontEnd = FrontEnd.none
    package var frontEndTarget: String?
    package var tests = Tests.swiftTesting
    /// Whether to print the plan instead of writing files.
    package var isDryRun = false
    /// The place of the library for a generated package. Nil means the checkout of this tool.
    package var library: String?
}
