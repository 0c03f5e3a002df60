/// Lets a delayed action wait until its policy decides whether it starts.
@MainActor
final class StartPermit {
    enum Decision {
        case start
        case drop(DropReason)
    }

    private(set) var decision: Decision?
    private var waiting: CheckedContinuation<Decision, Never>?
    private weak let dispatcher: ActionDispatcher?
    private var suspension: Suspension?

    init(_ dispatcher: ActionDispatcher) {
        self.dispatcher = dispatcher
    }

    /// Sets the decision. Later decisions have no effect.
    func decide(_ decision: Decision) {
        guard self.decision == nil else { return }
        self.decision = decision
        suspension?.resume()
        waiting?.resume(returning: decision)
        waiting = nil
    }

    /// Suspends until the decision is made. Cancelling the task before that withdraws the action.
    ///
    /// - Returns: Whether the action may start. If not, the drop has been reported.
    func mayStart(_ record: ActionRecord) async -> Bool {
        if decision == nil, let entry = record.scheduled {
            suspension = record.trackedTask?.beginSuspension(
                entry.stage == .waiting ? "waiting for a slot of the group \(entry.group)" : "waiting for its policy")
        }
        let suspension = self.suspension
        let decided = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Decision, Never>) in
                if let decision = self.decision {
                    continuation.resume(returning: decision)
                } else {
                    waiting = continuation
                }
            }
        } onCancel: {
            suspension?.resume()
            onMainActor { [weak self] in self?.dispatcher?.withdraw(record) }
        }
        guard case .start = decided else { return false }
        dispatcher?.didStart(record)
        return true
    }
}
