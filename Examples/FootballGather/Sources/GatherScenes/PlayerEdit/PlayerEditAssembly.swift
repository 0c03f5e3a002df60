package import CIS

extension PlayerEdit {
    @MainActor package static func assemble(_ state: State, worker: Worker) -> SceneRuntime<PlayerEdit> {
        let store = PlayerEditStore(state, worker: worker)
        let interactor = PlayerEditInteractor(store: store, worker: worker)
        return SceneRuntime(controller: PlayerEditController(interactor: interactor, store: store), store: store)
    }
}
