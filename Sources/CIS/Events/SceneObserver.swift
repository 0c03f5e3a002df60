/// Sees what happens inside a scene: the hook for logs, traces, recorders and test tools.
///
/// Begin and end of one event cannot be mismatched: ``sceneWillBegin(_:)`` returns what to call at the end. A scene
/// without a scene observer pays nothing for the hook.
@MainActor
public protocol SceneObserver: AnyObject, Sendable {
    /// Called when an event begins, on the main actor, before it has had any effect.
    ///
    /// Must not execute mutations or actions synchronously.
    ///
    /// - Parameter event: What begins, with its cause.
    /// - Returns: What to call when it ends, or `nil` if the end does not matter. Called once. An event without
    ///   duration (an output, a drop, the stop) ends at once.
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)?
}
