import CIS
import TouristSpotsScenes

extension FollowedSpots {
    /// - Parameter scene: Is not kept alive longer than the follower, and keeps it not alive.
    /// - Returns: The follower, and what tells it that the scene was closed.
    @MainActor static func assemble(
        following scene: SceneRuntime<TouristSpots>
    ) -> (scene: SceneRuntime<FollowedSpots>, store: FollowedSpotsStore) {
        let store = FollowedSpotsStore(scene.state, worker: scene)
        let interactor = FollowedSpotsInteractor(store: store, worker: scene)
        let controller = FollowedSpotsController(interactor: interactor, store: store)
        let follower = SceneRuntime<FollowedSpots>(controller: controller, store: store)
        follower.present(\.emptyPage) { _, page in
            EmptyPage.assemble(page)
        } onOutput: { [weak scene] _, output in
            switch output {
            case .closed: scene?.child(of: \.emptyPage, as: EmptyPage.self)?.execute(.closeTapped)
            }
        }
        scene.observeEveryCommit(\.self, on: store, initially: false) { store, state in
            // Whatever it came from: also from an action that was cancelled.
            store.execute(.changed(state), evenIfCancelled: true)
        }
        return (follower, store)
    }
}
