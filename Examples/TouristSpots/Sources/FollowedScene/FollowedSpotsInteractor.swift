import CIS

final class FollowedSpotsInteractor: SceneInteractor<FollowedSpots>, Interactor {
    func perform(_ useCase: FollowedSpots.UseCase) async {
        switch useCase {
        // Not `run`, because a page that is closed must not cancel an action whose result the others show, too.
        case .pass(let action): await worker.execute(action).value
        }
    }
}
