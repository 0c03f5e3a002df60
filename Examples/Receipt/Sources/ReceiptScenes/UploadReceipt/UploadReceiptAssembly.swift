public import CIS

extension UploadReceipt {
    /// The only place that sees all parts. A front end gets the runtime and nothing else.
    @MainActor public static func assemble(
        _ state: State = State(), worker: any UploadReceiptWorker
    ) -> SceneRuntime<UploadReceipt> {
        let store = UploadReceiptStore(state, worker: worker)
        let interactor = UploadReceiptInteractor(store: store, worker: worker)
        return SceneRuntime(controller: UploadReceiptController(interactor: interactor, store: store), store: store)
    }
}
