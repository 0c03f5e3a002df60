import CIS

final class FollowedSpotsInteractor: SceneInteractor<FollowedSpots>, Interactor {
    func perform(_ useCase: FollowedSpots.UseCase) async {
        switch useCase {
        // Not `run`: a page that goes away must not cancel what the others wait for.
        case .pass(let action): await worker.execute(action).value
        }
    }
}
