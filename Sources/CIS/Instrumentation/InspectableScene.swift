/// A scene of any definition, as a test tool uses it.
@MainActor
package protocol InspectableScene: SceneNode {
    /// The state. Reading it is not tracked.
    var currentState: any SceneState { get }
    func attach(_ observer: any SceneObserver) -> ObservationToken
    /// The state that a mutation of the scene leads to from another state of it. `nil` if one of them is of another scene.
    func applying(_ mutation: any Sendable, to state: any SceneState) -> (any SceneState)?
}
