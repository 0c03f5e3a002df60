import CIS
import TouristSpotsScenes

final class FollowedSpotsController: SceneController<FollowedSpots>, Controller {
    func handle(_ action: TouristSpots.Action) async { await interactor.execute(.pass(action)) }
}
