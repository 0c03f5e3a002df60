/// Receives the events of a scene. Use it for logs, traces, recorders and test tools.
///
/// ``sceneWillBegin(_:)`` returns the function to call at the end of the event, so begin and end cannot be mismatched.
/// A scene without a scene observer pays nothing.
@MainActor
public protocol SceneObserver: AnyObject, Sendable {
    /// Called on the main actor when an event begins, before it has any effect.
    ///
    /// Must not execute mutations or actions synchronously.
    ///
    /// - Parameter event: The event, with its cause.
    /// - Returns: A function that is called once, when the event ends, or `nil`. An event without duration (an output,
    ///   a drop, the stop) ends at once.
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)?
}
