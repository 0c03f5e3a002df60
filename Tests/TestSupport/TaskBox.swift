import CIS

/// Tasks that were created on any thread, to be awaited later.
package final class TaskBox: Sendable {
    private let tasks = LockedValue<[Task<Void, Never>]>([])

    package init() {}

    package func add(_ task: Task<Void, Never>) {
        tasks.withLock { $0.append(task) }
    }

    package var last: Task<Void, Never>? { tasks.withLock { $0.last } }

    /// Returns when all tasks are done, also those that are added while it waits.
    package func finish() async {
        while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    }
}
