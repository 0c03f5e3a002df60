/// A scene as a test tool meets it, when it does not know the definition.
@MainActor
package protocol AccountedScene: SceneNode {
    /// The state, without telling anybody that it was read.
    var currentState: any SceneState { get }
    func attach(_ observer: any SceneObserver) -> ObservationToken
}

extension SceneRuntime: AccountedScene {
    package var currentState: any SceneState {
        if publisher.flags.contains(.mutating) { publisher.refuseRead() }
        return publisher.storage.pointee
    }
}
