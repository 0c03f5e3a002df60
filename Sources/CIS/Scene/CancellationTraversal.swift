/// Cancels the actions that an action runs, and those that they run, one after the other: a handler that belongs to a walk
/// leaves its task to the walk, so that the call stack does not grow with the depth.
///
/// A cancellation handler runs in the call of `cancel()`, on whatever thread. So what a walk binds to the task, or to the
/// thread, around that call can be seen by the handlers, and by nobody else who is on a walk.
final class CancellationTraversal: Sendable {
    @TaskLocal private static var current: CancellationTraversal?

    private struct State: Sendable {
        /// The task that is being cancelled now.
        var cancelling: Task<Void, Never>
        /// Those that are still to be cancelled.
        var waiting: [Task<Void, Never>] = []
    }

    private let state: LockedValue<State>

    private init(_ first: Task<Void, Never>) {
        state = LockedValue(State(cancelling: first))
    }

    /// Names the current task for ``cancel(_:awaitedBy:)``.
    static var thisTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Called by the handler of a task that awaits an action: cancels the action, and all below it.
    ///
    /// - Parameter caller: The task that awaits it. If that is the one that the walk cancels now, the walk goes on with the
    ///   action. Anybody else, such as a handler of the client's that cancels another action, finds it cancelled, with all
    ///   below it, when this returns.
    static func cancel(_ task: Task<Void, Never>, awaitedBy caller: Int?) {
        if let current, current.takes(task, awaitedBy: caller) { return }
        let walk = CancellationTraversal(task)
        $current.withValue(walk) { walk.run() }
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
