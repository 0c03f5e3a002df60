public import CIS

extension MovieDetails {
    /// The only place that sees all parts.
    @MainActor public static func assemble(_ state: State, worker: Worker) -> SceneRuntime<MovieDetails> {
        let store = MovieDetailsStore(state, worker: worker)
        let interactor = MovieDetailsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: MovieDetailsController(interactor: interactor, store: store), store: store)
    }
}
