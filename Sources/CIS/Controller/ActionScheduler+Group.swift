extension ActionScheduler {
    /// One group: its running, waiting and held-back actions.
    ///
    /// A class, because each change of a large value inside a dictionary takes several allocations. Only one scheduler
    /// refers to it.
    final class Group {
        /// The running actions, each with its slot: its own, or that of its caller.
        private(set) var running: [ID: ID] = [:]
        /// The number of taken slots.
        private(set) var slotCount = 0
        /// The slots that more than one action has shared, each with the number of actions that share it.
        private var shared: [ID: Int] = [:]
        /// The running actions that no policy has cancelled yet.
        private var uncancelled: Set<ID> = []
        /// The actions that wait for a free slot.
        var waiting = WaitingLine()
        /// The action that is held back by a debounce.
        var debounce: Debounce?
        /// The open throttle window, and the action that waits for its end.
        var window: (held: Request?, deadline: Deadlines<Timer>.EntryID)?

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && debounce == nil && window == nil }
        /// Whether any action waits or is held back.
        private var isPending: Bool { !waiting.isEmpty || debounce != nil || window?.held != nil }
        /// Whether its tables are small enough to keep them for another group.
        var isWorthKeeping: Bool { running.capacity <= 16 && uncancelled.capacity <= 16 && shared.capacity <= 16 }

        /// The slot that the new action can share, because a caller that holds it waits for the new action.
        func slot(sharedWith newcomer: Request) -> ID? {
            guard newcomer.isAwaited else { return nil }
            return newcomer.callers.lazy.compactMap { self.running[$0] }.first
        }

        func enter(_ id: ID, slot: ID) {
            running[id] = slot
            if slot == id { slotCount += 1 } else { shared[slot, default: 1] += 1 }
            uncancelled.insert(id)
        }

        /// Frees the slot when the last action that shares it has left.
        func leave(_ id: ID) {
            guard let slot = running.removeValue(forKey: id) else { return }
            uncancelled.remove(id)
            let others = (shared[slot] ?? 1) - 1
            if shared[slot] != nil { shared[slot] = others == 0 ? nil : others }
            if others == 0 { slotCount -= 1 }
        }

        /// Marks a running action as cancelled. Returns `false` if it was cancelled before.
        func cancel(_ id: ID) -> Bool {
            uncancelled.remove(id) != nil
        }

        /// Marks the running actions as cancelled, except the given ones, and returns the newly cancelled ones, oldest
        /// first.
        func cancelRunning(sparing spared: Set<ID>) -> [ID] {
            if uncancelled.isEmpty { return [] }
            if spared.isEmpty, uncancelled.count == 1 { return uncancelled.popFirst().map { [$0] } ?? [] }
            // Ids grow.
            let cancelled = uncancelled.subtracting(spared).sorted()
            uncancelled.formIntersection(spared)
            return cancelled
        }

        /// Removes all actions that have not started.
        func removePending() -> [ID] {
            isPending ? waiting.removeAll() + removeHeld() : []
        }

        /// Removes the actions that are held back.
        func removeHeld() -> [ID] {
            let removed = [debounce?.held.id, window?.held?.id].compactMap { $0 }
            debounce = nil
            window?.held = nil
            return removed
        }

        /// Removes one action that has not started.
        func removePending(_ id: ID) -> Bool {
            if debounce?.held.id == id {
                debounce = nil
            } else if window?.held?.id == id {
                window?.held = nil
            } else {
                return waiting.remove(id)
            }
            return true
        }
    }

    /// An action that is held back until its group is quiet.
    struct Debounce {
        let held: Request
        let time: Duration
        let deadline: Deadlines<Timer>.EntryID
        /// The entry in ``Deadlines`` that represents this debounce. In a burst it is the entry of an earlier action,
        /// because an entry and a wake-up for each action would cost more than the actions themselves.
        var entry: (id: Deadlines<Timer>.EntryID, time: Duration)
    }

    /// Actions that wait for a free slot, oldest first. Removal anywhere is O(1).
    struct WaitingLine {
        /// The waiting requests. The first one still waits; others may have been removed since.
        private var requests = Queue<Request>()
        private var ids: Set<ID> = []

        var isEmpty: Bool { ids.isEmpty }
        var count: Int { ids.count }
        var first: Request? { requests.first }
        /// The waiting actions, oldest first.
        var all: [Request] { requests.all.filter { ids.contains($0.id) } }

        mutating func append(_ request: Request) {
            requests.append(request)
            ids.insert(request.id)
        }

        mutating func removeFirst() {
            guard let first = requests.popFirst() else { return }
            ids.remove(first.id)
            dropRemoved()
        }

        mutating func remove(_ id: ID) -> Bool {
            guard ids.remove(id) != nil else { return false }
            dropRemoved()
            return true
        }

        mutating func removeAll() -> [ID] {
            var removed: [ID] = []
            while let first {
                removed.append(first.id)
                removeFirst()
            }
            return removed
        }

        private mutating func dropRemoved() {
            while let first, !ids.contains(first.id) { _ = requests.popFirst() }
            if requests.count > 2 * ids.count + 64 { _ = requests.removeAll { !ids.contains($0.id) } }
        }
    }
}
