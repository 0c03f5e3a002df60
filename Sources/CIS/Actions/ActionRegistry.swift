import Synchronization

/// The actions of one scene that have not finished, so that they can be cancelled together.
///
/// An array with a free list: insertion and removal are O(1) and need no hashing. It can be used on any thread.
final class ActionRegistry: Sendable {
    private struct State: Sendable {
        var tasks: ContiguousArray<(task: Task<Void, Never>, record: ActionRecord)?> = []
        var free: ContiguousArray<Int> = []
        var isClosed = false
    }

    private let state = LockedValue(State())

    var count: Int { state.withLock { $0.tasks.count - $0.free.count } }

    /// In no particular order.
    @MainActor
    func descriptions() -> [String] {
        let records = state.withLock { $0.tasks.compactMap { $0?.record } }
        let known = records.compactMap { $0.trace.map { "\($0.action)" } }
        return known.count == records.count ? known : ["\(records.count) action\(records.count == 1 ? "" : "s")"]
    }

    /// Creates a task and keeps it until the action finishes, in one step: the main actor may begin the task, and even
    /// end it, before this returns. The action therefore has its index before it has a task. A caller that removes or
    /// cancels it meanwhile waits. If the registry is closed, the task is cancelled instead.
    @discardableResult
    func insert(of record: ActionRecord, making make: () -> Task<Void, Never>) -> Task<Void, Never> {
        let (task, isOpen) = state.withLock { state -> (Task<Void, Never>, Bool) in
            guard !state.isClosed else { return (make(), false) }
            let index = state.free.popLast() ?? state.tasks.count
            if index == state.tasks.count { state.tasks.append(nil) }
            record.registryIndex.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
            let task = make()
            state.tasks[index] = (task, record)
            return (task, true)
        }
        // Cancelled outside the lock, because a cancellation handler may call back.
        if !isOpen { task.cancel() }
        return task
    }

    /// `nil` if the registry is closed.
    func task(of record: ActionRecord) -> Task<Void, Never>? {
        state.withLock { state in
            let index = Int(record.registryIndex.load(ordering: .relaxed))
            return state.tasks.indices.contains(index) ? state.tasks[index]?.task : nil
        }
    }

    func remove(_ record: ActionRecord) {
        guard record.isRegistered else { return }
        state.withLock { state in
            let index = Int(record.registryIndex.exchange(-1, ordering: .relaxed))
            guard state.tasks.indices.contains(index) else { return }  // closed in the meantime
            state.tasks[index] = nil
            state.free.append(index)
            if state.free.count == state.tasks.count {
                state.tasks.removeAll(keepingCapacity: state.tasks.count <= Self.keptCapacity)
                state.free.removeAll(keepingCapacity: state.free.count <= Self.keptCapacity)
            }
        }
    }

    /// Cancels all tasks, and every task that is inserted from now on.
    func close() {
        let tasks = state.withLock { state in
            let tasks = state.tasks
            state = State(isClosed: true)
            return tasks
        }
        // Outside the lock, as above.
        for registered in tasks { registered?.task.cancel() }
    }

    private static var keptCapacity: Int { 64 }
}
