import CIS

final class MovieDetailsController: SceneController<MovieDetails>, Controller {
    /// MV-37: a new layout cancels the load that the previous layout started.
    func policy(for action: MovieDetails.Action) -> ActionPolicy {
        switch action {
        case .laidOut: .latest
        case .closeTapped: .concurrent
        }
    }

    func handle(_ action: MovieDetails.Action) async {
        switch action {
        case .laidOut(let width): await interactor.execute(.loadPoster(width: width))
        case .closeTapped: store.execute(.closed)
        }
    }
}
