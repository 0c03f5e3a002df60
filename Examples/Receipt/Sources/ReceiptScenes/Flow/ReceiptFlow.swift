public import CIS

/// The navigation between the two scenes, for any front end: what is on screen is ``addRequests`` if there is one,
/// else ``uploadReceipt``.
///
/// Ownership:
/// ```
/// front end ──▶ ReceiptFlow ──▶ UploadReceipt runtime
///                    │
///                    └────────▶ AddRequests runtime ──▶ its worker ──▶ output port ──(weak)──▶ ReceiptFlow
/// ```
/// The child lives exactly as long as the parent's `isAddRequestsViewActive` is true (AR-07).
@MainActor public final class ReceiptFlow {
    /// Makes the child's worker around the port on which the child talks to its parent.
    public typealias MakeAddRequestsWorker = @MainActor (OutputPort<AddRequests.Output>) -> any AddRequestsWorker

    /// The root; lives as long as the flow.
    public let uploadReceipt: SceneRuntime<UploadReceipt>
    /// The pushed screen, while there is one.
    public private(set) var addRequests: SceneRuntime<AddRequests>?

    private let makeAddRequestsWorker: MakeAddRequestsWorker
    private var lastDelivery: Task<Void, Never>?

    /// Starts on the root, or on the child if the state says so.
    public init(
        _ state: UploadReceipt.State = UploadReceipt.State(),
        uploadReceiptWorker: any UploadReceiptWorker,
        makeAddRequestsWorker: @escaping MakeAddRequestsWorker
    ) {
        uploadReceipt = UploadReceipt.assemble(state, worker: uploadReceiptWorker)
        self.makeAddRequestsWorker = makeAddRequestsWorker
        uploadReceipt.observe(\.isAddRequestsViewActive, on: self) { flow, isActive in
            flow.addRequests = isActive ? flow.makeAddRequests() : nil
        }
    }

    /// AR-07: a new child each time, starting from the keys that the parent has now.
    private func makeAddRequests() -> SceneRuntime<AddRequests> {
        let port = OutputPort<AddRequests.Output>()
        port.connect(to: self) { flow, output in flow.deliver(output) }
        return AddRequests.assemble(
            AddRequests.State(receiptImageUploadUrlObjectKeys: uploadReceipt.state.receiptImageUploadUrlObjectKeys),
            worker: makeAddRequestsWorker(port),
            outputs: port
        )
    }

    /// AR-05: the child's success is an action of the parent, which closes the child.
    private func deliver(_ output: AddRequests.Output) {
        switch output {
        case .quotationRequestSucceeded(let message):
            lastDelivery = uploadReceipt.execute(.quotationRequestSucceeded(message: message))
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
