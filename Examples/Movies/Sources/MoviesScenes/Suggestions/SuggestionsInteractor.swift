import CIS
import MoviesDomain

final class SuggestionsInteractor: SceneInteractor<Suggestions>, Interactor {
    /// MV-34: the maximum number of queries that are shown.
    private static let maximum = 10

    func perform(_ useCase: Suggestions.UseCase) async {
        switch useCase {
        case .fetch:
            // MV-34: after a failure the list stays as it is.
            guard let queries = try? await worker.newest(Self.maximum), !Task.isCancelled else { return }
            store.execute(.fetched(queries))
        }
    }
}
