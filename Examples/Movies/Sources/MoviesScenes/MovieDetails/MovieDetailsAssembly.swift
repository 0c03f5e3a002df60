public import CIS

extension MovieDetails {
    /// Creates the parts and connects them. No other code knows all of them.
    @MainActor public static func assemble(_ state: State, worker: Worker) -> SceneRuntime<MovieDetails> {
        let store = MovieDetailsStore(state, worker: worker)
        let interactor = MovieDetailsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: MovieDetailsController(interactor: interactor, store: store), store: store)
    }
}
