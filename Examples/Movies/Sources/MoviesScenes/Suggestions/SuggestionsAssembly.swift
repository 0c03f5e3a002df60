public import CIS

extension Suggestions {
    /// Creates the parts and connects them. No other code knows all of them.
    @MainActor public static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<Suggestions> {
        let store = SuggestionsStore(state, worker: worker)
        let interactor = SuggestionsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: SuggestionsController(interactor: interactor, store: store), store: store)
    }
}
