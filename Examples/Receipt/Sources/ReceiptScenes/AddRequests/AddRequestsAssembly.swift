package import CIS

extension AddRequests {
    /// The only place that sees all parts. A front end gets the runtime and nothing else.
    @MainActor package static func assemble(_ state: State, worker: Worker) -> SceneRuntime<AddRequests> {
        let store = AddRequestsStore(state, worker: worker)
        let interactor = AddRequestsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: AddRequestsController(interactor: interactor, store: store), store: store)
    }
}
