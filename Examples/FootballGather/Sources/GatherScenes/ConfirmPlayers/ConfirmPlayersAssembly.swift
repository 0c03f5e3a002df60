package import CIS

extension ConfirmPlayers {
    @MainActor package static func assemble(_ state: State, worker: Worker) -> SceneRuntime<ConfirmPlayers> {
        let store = ConfirmPlayersStore(state, worker: worker)
        let interactor = ConfirmPlayersInteractor(store: store, worker: worker)
        return SceneRuntime(controller: ConfirmPlayersController(interactor: interactor, store: store), store: store)
    }
}
