import CIS
import TouristSpotsScenes

extension FollowedSpots {
    /// Creates a scene that follows another one. The follower owns the followed scene, and not the other way round.
    @MainActor static func assemble(
        _ store: FollowedSpotsStore, following scene: SceneRuntime<TouristSpots>
    ) -> SceneRuntime<FollowedSpots> {
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
            // The state is shown even if a cancelled action of the follower has changed it.
            store.execute(.changed(state), evenIfCancelled: true)
        }
        return follower
    }
}
