import CIS
import MoviesDomain

final class MovieDetailsInteractor: SceneInteractor<MovieDetails>, Interactor {
    func perform(_ useCase: MovieDetails.UseCase) async {
        switch useCase {
        case .loadPoster(let width):
            // MV-37: without a path there is nothing to do, and a failure changes nothing.
            guard let path = store.domainState.posterPath,
                let poster = try? await worker.poster(path, width: width), !Task.isCancelled
            else { return }
            store.execute(.posterLoaded(poster))
        }
    }
}
