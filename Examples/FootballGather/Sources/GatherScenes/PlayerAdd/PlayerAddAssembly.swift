package import CIS

extension PlayerAdd {
    @MainActor package static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<PlayerAdd> {
        let store = PlayerAddStore(state, worker: worker)
        let interactor = PlayerAddInteractor(store: store, worker: worker)
        return SceneRuntime(controller: PlayerAddController(interactor: interactor, store: store), store: store)
    }
}
