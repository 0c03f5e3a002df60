package import CIS

extension AddRequests {
    /// Creates the parts and connects them. No other code knows all of them: a front end gets only the runtime.
    @MainActor package static func assemble(_ state: State, worker: Worker) -> SceneRuntime<AddRequests> {
        let store = AddRequestsStore(state, worker: worker)
        let interactor = AddRequestsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: AddRequestsController(interactor: interactor, store: store), store: store)
    }
}
