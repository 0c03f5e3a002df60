package import CIS
package import TouristSpotsScenes

/// The scenes of the pages. Each belongs to its page, and follows the same scene.
@MainActor package final class Followers {
    private struct Follower { weak var store: FollowedSpotsStore? }

    private let scene: SceneRuntime<TouristSpots>
    private let onRelease: @MainActor @Sendable () -> Void
    private var followers: [Follower] = []

    /// - Parameter onRelease: Called each time the scene of a page has been released.
    package init(of scene: SceneRuntime<TouristSpots>, onRelease: @escaping @MainActor @Sendable () -> Void = {}) {
        self.scene = scene
        self.onRelease = onRelease
    }

    /// Creates the scene for a new page.
    package func next() -> SceneRuntime<FollowedSpots> {
        followers.removeAll { $0.store == nil }
        let store = FollowedSpotsStore(scene.state, worker: scene)
        store.onRelease = onRelease
        followers.append(Follower(store: store))
        return FollowedSpots.assemble(store, following: scene)
    }

    /// Closes the screen in all pages.
    package func close() {
        for follower in followers { follower.store?.execute(.closed) }
    }
}
