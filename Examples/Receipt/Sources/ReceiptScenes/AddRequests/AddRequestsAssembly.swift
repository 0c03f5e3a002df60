public import CIS

extension AddRequests {
    /// The only place that sees all parts. A front end gets the runtime and nothing else.
    ///
    /// - Parameter outputs: the port that the worker sends to, so that traces show what passes.
    @MainActor public static func assemble(
        _ state: State, worker: any AddRequestsWorker, outputs: OutputPort<Output>? = nil
    ) -> SceneRuntime<AddRequests> {
        let store = AddRequestsStore(state, worker: worker)
        let interactor = AddRequestsInteractor(store: store, worker: worker)
        let controller = AddRequestsController(interactor: interactor, store: store)
        return SceneRuntime(controller: controller, store: store, outputs: outputs)
    }
}
