package import CIS

extension UploadReceipt {
    /// Creates the parts and connects them. No other code knows all of them: a front end gets only the runtime. It
    /// shows the child `AddRequests` if there is one, otherwise the scene itself.
    @MainActor package static func assemble(
        _ state: State = State(), worker: Worker, addRequestsWorker: AddRequests.Worker
    ) -> SceneRuntime<UploadReceipt> {
        let store = UploadReceiptStore(state, worker: worker)
        let interactor = UploadReceiptInteractor(store: store, worker: worker)
        let controller = UploadReceiptController(interactor: interactor, store: store)
        let scene = SceneRuntime<UploadReceipt>(controller: controller, store: store)
        scene.present(\.addRequests) { _, keys in  // AR-07: a new child for each presentation
            AddRequests.assemble(
                AddRequests.State(receiptImageUploadUrlObjectKeys: keys), worker: addRequestsWorker)
        } onOutput: { scene, output in
            switch output {
            case .quotationRequestSucceeded(let message):  // AR-05
                scene.execute(.quotationRequestSucceeded(message: message))
            }
        }
        return scene
    }
}
