public import CIS

/// The navigation between the two scenes, for any front end: what is on screen is ``addRequests`` if there is one,
/// else ``uploadReceipt``.
///
/// Ownership:
/// ```
/// front end ──▶ ReceiptFlow ──▶ UploadReceipt runtime ──▶ AddRequests runtime ──▶ its worker ──▶ output port
///                                        ▲                                                          │
///                                        └─────────────────────────(weak)───────────────────────────┘
/// ```
/// The child is kept in step with the parent's state: it lives exactly as long as it is presented there (AR-07).
@MainActor public final class ReceiptFlow {
    /// Makes the child's worker around the port on which the child talks to its parent.
    public typealias MakeAddRequestsWorker = @MainActor (OutputPort<AddRequests.Output>) -> any AddRequestsWorker

    /// The root; lives as long as the flow.
    public let uploadReceipt: SceneRuntime<UploadReceipt>
    /// The pushed screen, while there is one.
    public var addRequests: SceneRuntime<AddRequests>? { uploadReceipt.child(of: \.addRequests) }

    private var lastDelivery: Task<Void, Never>?

    /// Starts on the root, or on the child if the state says so.
    public init(
        _ state: UploadReceipt.State = UploadReceipt.State(),
        uploadReceiptWorker: any UploadReceiptWorker,
        makeAddRequestsWorker: @escaping MakeAddRequestsWorker
    ) {
        uploadReceipt = UploadReceipt.assemble(state, worker: uploadReceiptWorker)
        uploadReceipt.present(\.addRequests) { _, keys in  // AR-07: a new child each time
            let port = OutputPort<AddRequests.Output>()
            let state = AddRequests.State(receiptImageUploadUrlObjectKeys: keys)
            return AddRequests.assemble(state, worker: makeAddRequestsWorker(port), outputs: port)
        } onOutput: { [weak self] uploadReceipt, output in
            let delivery = Self.deliver(output, to: uploadReceipt)
            self?.lastDelivery = delivery
        }
    }

    /// AR-05: the child's success is an action of the parent, of its own, which closes the child.
    private static func deliver(
        _ output: AddRequests.Output, to uploadReceipt: SceneRuntime<UploadReceipt>
    ) -> Task<Void, Never> {
        switch output {
        case .quotationRequestSucceeded(let message):
            uploadReceipt.execute(.quotationRequestSucceeded(message: message))
        }
    }

    /// Executes an action of the child and returns when it and what it made the parent do are done. Without a child
    /// nothing happens. A front end that redraws on state changes has no need to wait and executes on ``addRequests``.
    public func runOnAddRequests(_ action: AddRequests.Action) async {
        await addRequests?.execute(action).value
        await lastDelivery?.value
        lastDelivery = nil
    }

    /// AR-06: the user navigates back.
    @discardableResult public func goBack() -> Task<Void, Never> {
        uploadReceipt.execute(.addRequestsActiveChanged(false))
    }
}
