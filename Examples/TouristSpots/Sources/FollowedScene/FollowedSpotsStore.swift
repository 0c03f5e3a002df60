import CIS
import TouristSpotsScenes

final class FollowedSpotsStore: SceneStore<FollowedSpots>, Store {
    /// Called when the scene has been released.
    var onRelease: @MainActor @Sendable () -> Void = {}

    nonisolated static func mutate(_ state: inout TouristSpots.State, by mutation: FollowedSpots.Mutation) {
        switch mutation {
        case .changed(let new): state = new
        case .closed: break
        }
    }

    func sideEffects(of mutation: FollowedSpots.Mutation, on state: TouristSpots.State) {
        if case .closed = mutation { outputs.send(.closed) }
    }

    deinit {
        Task { @MainActor [onRelease] in onRelease() }
    }
}
