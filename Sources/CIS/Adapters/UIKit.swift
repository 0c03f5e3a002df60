#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIControl {
    /// Executes an action of a scene whenever the control sends one of the given events.
    ///
    /// The control does not keep the scene alive. After the end of the scene its events have no effect.
    ///
    /// To show state, observe the scene on behalf of the view controller:
    /// `scene.observe(\.title, on: self) { screen, title in screen.label.text = title }`.
    ///
    /// - Parameters:
    ///   - action: The action to execute.
    ///   - scene: The scene that handles it.
    ///   - events: The events of the control. The default is a tap.
    public func execute<Definition: SceneDefinition>(
        _ action: Definition.Action, on scene: SceneRuntime<Definition>,
        for events: UIControl.Event = .primaryActionTriggered
    ) {
        addAction(UIAction { [weak scene] _ in scene?.execute(action) }, for: events)
    }
}
#endif
