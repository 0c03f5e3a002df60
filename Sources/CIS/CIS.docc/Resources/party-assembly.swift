import CIS

extension GuestList {
    @MainActor
    static func assemble(
        _ state: State = State(), worker: any GuestListWorker
    ) -> SceneRuntime<GuestList> {
        let store = GuestListStore(state, worker: worker)
        let interactor = GuestListInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: GuestListController(
                interactor: interactor, store: store), store: store)
    }
}
