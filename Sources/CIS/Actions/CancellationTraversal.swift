/// Cancels an action and, in a loop, all actions that it runs directly or indirectly. A cancellation handler that runs
/// during the traversal adds its task to the loop instead of cancelling it, so that the call stack does not grow with
/// the depth.
///
/// A cancellation handler runs inside the call of `cancel()`, on the calling thread. A task-local value that is bound
/// around that call is therefore visible to the handlers, and to no other traversal.
final class CancellationTraversal: Sendable {
    @TaskLocal private static var current: CancellationTraversal?

    private struct State: Sendable {
        var cancelling: Task<Void, Never>
        var waiting: [Task<Void, Never>] = []
    }

    private let state: LockedValue<State>

    private init(_ first: Task<Void, Never>) {
        state = LockedValue(State(cancelling: first))
    }

    /// Cancels an action and all actions that it runs. Called by the cancellation handler of a task that awaits the
    /// action.
    ///
    /// If the current traversal is cancelling that task, `caller`, it continues with the action. Otherwise, for example
    /// in a client's handler that cancels another action, a new traversal runs, and everything is cancelled when this
    /// returns.
    static func cancel(_ task: Task<Void, Never>, awaitedBy caller: Int?) {
        if let current, current.takes(task, awaitedBy: caller) { return }
        let traversal = CancellationTraversal(task)
        $current.withValue(traversal) { traversal.run() }
    }

    private func takes(_ task: Task<Void, Never>, awaitedBy caller: Int?) -> Bool {
        state.withLock { state in
            guard state.cancelling.hashValue == caller else { return false }
            state.waiting.append(task)
            return true
        }
    }

    private func run() {
        var next: Task<Void, Never>? = state.withLock { $0.cancelling }
        while let task = next {
            // Outside the lock: handlers run.
            task.cancel()
            next = state.withLock { state in
                guard let next = state.waiting.popLast() else { return nil }
                state.cancelling = next
                return next
            }
        }
    }
}
