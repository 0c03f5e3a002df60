public import CIS
public import MoviesDomain

extension MoviesList {
    /// Creates the parts and connects them. No other code knows all of them: a front end gets only the runtime.
    ///
    /// MV-41: the children exist as long as the state presents them. Nothing else makes, shows or removes them.
    @MainActor public static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<MoviesList> {
        let store = MoviesListStore(state, worker: worker)
        let interactor = MoviesListInteractor(store: store, worker: worker)
        let controller = MoviesListController(interactor: interactor, store: store)
        let scene = SceneRuntime<MoviesList>(controller: controller, store: store)
        scene.present(\.suggestions) { _, state in
            Suggestions.assemble(state, worker: worker.recentQueries)
        } onOutput: { scene, output in
            switch output {
            case .chosen(let query): scene.execute(.suggestionChosen(query))  // MV-35
            }
        }
        scene.present(\.details) { _, state in
            MovieDetails.assemble(state, worker: worker.posters)
        } onOutput: { scene, output in
            switch output {
            case .closed: scene.execute(.detailsClosed)
            }
        }
        return scene
    }
}
