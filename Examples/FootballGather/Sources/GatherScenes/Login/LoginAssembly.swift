package import CIS

extension Login {
    @MainActor package static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<Login> {
        let store = LoginStore(state, worker: worker)
        let interactor = LoginInteractor(store: store, worker: worker)
        return SceneRuntime(controller: LoginController(interactor: interactor, store: store), store: store)
    }
}
