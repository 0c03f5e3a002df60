#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIControl {
    /// Executes an action of a scene whenever the control sends one of the given events.
    ///
    /// The control does not keep the scene alive: when the scene is gone, its events lead nowhere.
    ///
    /// To show state, observe the scene on behalf of the view controller:
    /// `scene.observe(\.title, on: self) { screen, title in screen.label.text = title }`.
    ///
    /// - Parameters:
    ///   - action: What the control means.
    ///   - scene: The scene that handles it.
    ///   - events: What the control must send; a tap, by default.
    public func execute<Definition: SceneDefinition>(
        _ action: Definition.Action, on scene: SceneRuntime<Definition>,
        for events: UIControl.Event = .primaryActionTriggered
    ) {
        addAction(UIAction { [weak scene] _ in scene?.execute(action) }, for: events)
    }
}
#endif
