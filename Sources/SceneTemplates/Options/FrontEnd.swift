/// The front end that draws a scene.
package enum FrontEnd: String, CaseIterable, Sendable {
    case none, terminal, swiftui, uikit

    /// The view of a scene, and where it is.
    struct View {
        /// The suffix of the front end's target.
        let target: String
        /// The suffix of the view's type and file.
        let suffix: String
        let template: Template
    }

    var view: View? {
        switch self {
        case .none: nil
        case .terminal: View(target: "Terminal", suffix: "Terminal", template: .terminalView)
        case .swiftui: View(target: "SwiftUI", suffix: "View", template: .swiftUIView)
        case .uikit: View(target: "UIKit", suffix: "ViewController", template: .uiKitView)
        }
    }
}
