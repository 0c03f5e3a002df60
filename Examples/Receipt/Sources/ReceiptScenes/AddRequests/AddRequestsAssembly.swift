package import CIS

extension AddRequests {
    @MainActor package static func assemble(_ state: State, worker: Worker) -> SceneRuntime<AddRequests> {
        let store = AddRequestsStore(state, worker: worker)
        let interactor = AddRequestsInteractor(store: store, worker: worker)
        return SceneRuntime(controller: AddRequestsController(interactor: interactor, store: store), store: store)
    }
}
