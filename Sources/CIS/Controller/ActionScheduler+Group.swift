extension ActionScheduler {
    /// One group: its running, waiting and held-back actions.
    struct Group {
        /// The running actions, each with its slot.
        private(set) var running: [ID: ID] = [:]
        /// The taken slots, each with the number of actions that share it.
        private(set) var slots: [ID: Int] = [:]
        /// The running actions that no policy has cancelled yet.
        private var uncancelled: Set<ID> = []
        /// The actions that wait for a free slot.
        var waiting = WaitingLine()
        /// The action that is held back by a debounce.
        var debounce: (held: Request, deadline: Deadlines<Timer>.EntryID)?
        /// The open throttle window, and the action that waits for its end.
        var window: (held: Request?, deadline: Deadlines<Timer>.EntryID)?

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && debounce == nil && window == nil }

        /// The slot of a caller that waits for the new action, which the new action can share.
        func slot(sharedWith newcomer: Request) -> ID? {
            guard newcomer.isAwaited else { return nil }
            return newcomer.callers.lazy.compactMap { running[$0] }.first
        }

        mutating func enter(_ id: ID, slot: ID) {
            running[id] = slot
            slots[slot, default: 0] += 1
            uncancelled.insert(id)
        }

        /// Frees the slot when the last action that shares it has left.
        mutating func leave(_ id: ID) {
            guard let slot = running.removeValue(forKey: id) else { return }
            uncancelled.remove(id)
            let others = (slots[slot] ?? 1) - 1
            slots[slot] = others == 0 ? nil : others
        }

        /// Marks a running action as cancelled. Returns `false` if it was cancelled before.
        mutating func cancel(_ id: ID) -> Bool {
            uncancelled.remove(id) != nil
        }

        /// Marks the running actions as cancelled, and returns them, oldest first.
        mutating func cancelRunning(sparing spared: Set<ID>) -> [ID] {
            // Ids grow.
            let cancelled = uncancelled.subtracting(spared).sorted()
            uncancelled.formIntersection(spared)
            return cancelled
        }

        /// Removes all actions that have not started.
        mutating func removePending() -> [ID] {
            waiting.removeAll() + removeHeld()
        }

        /// Removes the actions that are held back.
        mutating func removeHeld() -> [ID] {
            let removed = [debounce?.held.id, window?.held?.id].compactMap { $0 }
            debounce = nil
            window?.held = nil
            return removed
        }

        /// Removes one action that has not started.
        mutating func removePending(_ id: ID) -> Bool {
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

    /// Actions that wait for a free slot, oldest first. Removal anywhere is O(1).
    struct WaitingLine {
        /// The first one still waits. Others may have been removed.
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
