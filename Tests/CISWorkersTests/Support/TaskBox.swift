/// Tasks made on any thread, to be awaited later.
final class TaskBox: Sendable {
    private let tasks = Guarded<[Task<Void, Never>]>([])

    func add(_ task: Task<Void, Never>) {
        tasks.withLock { $0.append(task) }
    }

    var last: Task<Void, Never>? { tasks.withLock { $0.last } }

    /// Returns when all tasks are done, also those that are added while it waits.
    func finish() async {
        while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    }
}
