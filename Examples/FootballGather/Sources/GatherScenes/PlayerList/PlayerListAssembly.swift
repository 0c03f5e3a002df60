package import CIS

extension PlayerList {
    @MainActor package static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<PlayerList> {
        let store = PlayerListStore(state, worker: worker)
        let interactor = PlayerListInteractor(store: store, worker: worker)
        return SceneRuntime(controller: PlayerListController(interactor: interactor, store: store), store: store)
    }
}
