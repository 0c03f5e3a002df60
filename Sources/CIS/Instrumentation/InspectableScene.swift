/// A scene of any definition, as a test tool uses it.
@MainActor
package protocol InspectableScene: SceneNode {
    /// The state. Reading it is not tracked.
    var currentState: any SceneState { get }
    func attach(_ observer: any SceneObserver) -> ObservationToken
}
