import Synchronization

/// The actions of one scene that have not finished, so that they can be cancelled together.
///
/// Slots with a free list: insertion and removal are O(1), no hashing. Any thread may call.
final class ActionRegistry: Sendable {
    struct Slots: Sendable {
        var tasks: ContiguousArray<(task: Task<Void, Never>, record: ActionRecord)?> = []
        var free: ContiguousArray<Int> = []
        var isClosed = false

        /// Returns whether the registry is open.
        mutating func insert(_ task: Task<Void, Never>, of record: ActionRecord) -> Bool {
            guard !isClosed else { return false }
            let slot: Int
            if let vacant = free.popLast() {
                slot = vacant
                tasks[vacant] = (task, record)
            } else {
                slot = tasks.count
                tasks.append((task, record))
            }
            record.slot.store(Int32(truncatingIfNeeded: slot), ordering: .relaxed)
            return true
        }
    }

    /// A registry that keeps nothing, for scenes that have ended.
    static let closed: ActionRegistry = {
        let registry = ActionRegistry()
        registry.close()
        return registry
    }()

    private let slots = Mutex(Slots())
    /// Orders one critical section before the next in terms that the thread sanitizer sees: it does not know the mutex
    /// of the standard library, and would report races in every client that is built with it.
    private let order = Atomic<Bool>(false)

    private func locked<Result: Sendable>(_ body: (inout Slots) -> Result) -> Result {
        slots.withLock { slots in
            _ = order.load(ordering: .acquiring)
            defer { order.store(true, ordering: .releasing) }
            return body(&slots)
        }
    }

    /// The number of unfinished actions.
    var count: Int { locked { $0.tasks.count - $0.free.count } }

    /// The unfinished actions as text, in no particular order.
    @MainActor
    func descriptions() -> [String] {
        let records = locked { $0.tasks.compactMap { $0?.record } }
        let known = records.compactMap { $0.action.map { "\($0)" } }
        return known.count == records.count ? known : ["\(records.count) action(s)"]
    }

    /// Keeps the task of an action until it finishes. A closed registry keeps none, and cancels it at once.
    func insert(_ task: Task<Void, Never>, of record: ActionRecord) {
        let isOpen = locked { $0.insert(task, of: record) }
        if !isOpen { task.cancel() }
    }

    /// Makes a task and keeps it, in one step: however early its body runs, on whatever thread, it finds itself kept.
    func insert(of record: ActionRecord, making make: () -> Task<Void, Never>) -> Task<Void, Never> {
        locked { slots in
            let task = make()
            // Within the lock, before the body can get past it: what comes too late must not run. Nobody has a
            // cancellation handler in the task yet.
            if !slots.insert(task, of: record) { task.cancel() }
            return task
        }
    }

    /// The task of an action that was inserted and has not finished. `nil` once the registry is closed.
    func task(of record: ActionRecord) -> Task<Void, Never>? {
        locked { slots in
            let slot = Int(record.slot.load(ordering: .relaxed))
            return slots.tasks.indices.contains(slot) ? slots.tasks[slot]?.task : nil
        }
    }

    /// Forgets a finished action, if it was ever inserted.
    func remove(_ record: ActionRecord) {
        guard record.isRegistered else { return }
        locked { slots in
            let slot = Int(record.slot.exchange(-1, ordering: .relaxed))
            guard slots.tasks.indices.contains(slot) else { return }  // closed in the meantime
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
        let tasks = locked { slots in
            let tasks = slots.tasks
            slots = Slots(isClosed: true)
            return tasks
        }
        // Outside the lock: a cancellation handler may call back.
        for entry in tasks { entry?.task.cancel() }
    }

    private static var keptCapacity: Int { 64 }
}
