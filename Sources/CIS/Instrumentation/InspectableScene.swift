/// A scene whose definition a test tool does not know.
@MainActor
package protocol InspectableScene: SceneNode {
    /// The state. Reading it is not tracked.
    var currentState: any SceneState { get }
    func attach(_ observer: any SceneObserver) -> ObservationToken
}
