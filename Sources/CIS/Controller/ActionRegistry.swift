import Synchronization

/// The actions of one scene that have not finished, so that they can be cancelled together.
///
/// Slots with a free list: insertion and removal are O(1), no hashing. Any thread may call.
struct ActionRegistry: ~Copyable, Sendable {
    struct Slots {
        var tasks: ContiguousArray<Task<Void, Never>?> = []
        var free: ContiguousArray<Int> = []
        var isClosed = false
    }

    private let slots = Mutex(Slots())

    /// The number of unfinished actions.
    var count: Int { slots.withLock { $0.tasks.count - $0.free.count } }

    /// Keeps the task of an action until it finishes. A closed registry keeps none, and cancels it at once.
    func insert(_ task: Task<Void, Never>, of record: ActionRecord) {
        guard !record.isFinished else { return }
        let isClosed = slots.withLock { slots in
            // Asked again under the lock: `remove` comes after the mark, so one of the two sees the other.
            guard !slots.isClosed, !record.isFinished else { return slots.isClosed }
            let slot: Int
            if let free = slots.free.popLast() {
                slot = free
                slots.tasks[free] = task
            } else {
                slot = slots.tasks.count
                slots.tasks.append(task)
            }
            record.slot.store(slot, ordering: .relaxed)
            return false
        }
        if isClosed { task.cancel() }
    }

    /// Forgets a finished action.
    func remove(_ record: ActionRecord) {
        slots.withLock { slots in
            let slot = record.slot.exchange(-1, ordering: .relaxed)
            guard slot >= 0, slot < slots.tasks.count else { return }  // never inserted, or closed in the meantime
            slots.tasks[slot] = nil
            slots.free.append(slot)
            if slots.free.count == slots.tasks.count {
                slots.tasks.removeAll(keepingCapacity: slots.tasks.count <= Self.keptCapacity)
                slots.free.removeAll(keepingCapacity: slots.free.count <= Self.keptCapacity)
            }
        }
    }

    /// Cancels everything and keeps nothing from now on.
    func close() {
        let tasks = slots.withLock { slots in
            let tasks = slots.tasks
            slots = Slots(isClosed: true)
            return tasks
        }
        // Outside the lock: a cancellation handler may call back.
        for task in tasks { task?.cancel() }
    }

    private static var keptCapacity: Int { 64 }
}
