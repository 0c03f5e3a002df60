public import CIS

extension UploadReceipt {
    /// The only place that sees all parts. A front end gets the runtime and nothing else: what is on screen is its child
    /// `AddRequests`, if there is one, else the scene itself.
    ///
    /// - Parameter makeAddRequestsWorker: Makes the child's worker around the port on which it talks to this scene.
    @MainActor public static func assemble(
        _ state: State = State(), worker: any UploadReceiptWorker,
        makeAddRequestsWorker: @escaping @MainActor (OutputPort<AddRequests.Output>) -> any AddRequestsWorker
    ) -> SceneRuntime<UploadReceipt> {
        let store = UploadReceiptStore(state, worker: worker)
        let interactor = UploadReceiptInteractor(store: store, worker: worker)
        let controller = UploadReceiptController(interactor: interactor, store: store)
        let scene = SceneRuntime<UploadReceipt>(controller: controller, store: store)
        scene.present(\.addRequests) { _, keys in  // AR-07: a new child each time, as long as the state presents it
            let port = OutputPort<AddRequests.Output>()
            let state = AddRequests.State(receiptImageUploadUrlObjectKeys: keys)
            return AddRequests.assemble(state, worker: makeAddRequestsWorker(port), outputs: port)
        } onOutput: { scene, output in
            switch output {
            case .quotationRequestSucceeded(let message):  // AR-05
                scene.execute(.quotationRequestSucceeded(message: message))
            }
        }
        return scene
    }
}
