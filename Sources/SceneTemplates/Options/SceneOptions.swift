/// What `new-scene` was asked for.
package struct SceneOptions: Sendable, Equatable {
    /// What draws the scene.
    package enum FrontEnd: String, CaseIterable, Sendable {
        case none, terminal, swiftui, uikit

        /// What the front end's target and type add to a name.
        var suffix: String {
            switch self {
            case .none: ""
            case .terminal: "Terminal"
            case .swiftui: "SwiftUI"
            case .uikit: "UIKit"
            }
        }
    }

    /// Which test framework the tests are written for.
    package enum Tests: String, CaseIterable, Sendable {
        case swiftTesting = "swift-testing"
        case xctest, both, none
    }

    /// What is to be done.
    package enum Task: Sendable, Equatable {
        /// A scene, or those of its components that are named.
        case scene(only: Set<SceneComponent>?)
        /// A package that holds the scene.
        case package
        /// A case of `UseCase`, and its place in the interactor.
        case addUseCase(MemberName)
        /// A case of `Action`, and its place in the controller.
        case addAction(MemberName)
        /// The worker's double anew, after the protocol has changed.
        case refreshDoubles
        /// Templates for Xcode, in the folder if one is named.
        case xcodeTemplates(to: String?)
    }

    package var task: Task
    /// Nil only for Xcode's templates.
    package var name: SceneName?
    package var target: String?
    /// Whether the scene tells its parent something. Nil: as the scene has it that is there; a new one does.
    package var hasOutput: Bool?
    /// The fields of its form.
    package var fields: [FieldName] = []
    package var parent: SceneName?
    package var frontEnd = FrontEnd.none
    package var frontEndTarget: String?
    package var tests = Tests.swiftTesting
    /// Show the plan, write nothing.
    package var isDryRun = false
    /// Where a generated package finds the library; nil means the checkout of this tool.
    package var library: String?
}
