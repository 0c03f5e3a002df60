package import CIS

extension UploadReceipt {
    /// Creates the parts and connects them. A front end shows the child if there is one, otherwise the scene itself.
    @MainActor package static func assemble(
        _ state: State = State(), worker: Worker, addRequestsWorker: AddRequests.Worker
    ) -> SceneRuntime<UploadReceipt> {
        let store = UploadReceiptStore(state, worker: worker)
        let interactor = UploadReceiptInteractor(store: store, worker: worker)
        let controller = UploadReceiptController(interactor: interactor, store: store)
        let scene = SceneRuntime<UploadReceipt>(controller: controller, store: store)
        scene.present(\.addRequests) { _, keys in  // AR-07: a new child for each presentation
            AddRequests.assemble(.init(receiptImageUploadUrlObjectKeys: keys), worker: addRequestsWorker)
        } onOutput: { scene, output in
            switch output {  // AR-05
            case .quotationRequestSucceeded(let text): scene.execute(.quotationRequestSucceeded(message: text))
            }
        }
        return scene
    }
}
