extension ActionScheduler {
    /// What is known of one group: who runs, who waits, who is held back.
    struct Group {
        /// The started actions that have not finished, each with the slot it runs in.
        private(set) var running: [ID: ID] = [:]
        /// The slots that are taken, each with the number of actions that share it.
        private(set) var slots: [ID: Int] = [:]
        /// The running actions that no policy has cancelled yet.
        private var uncancelled: Set<ID> = []
        /// Waiting for a free slot.
        var waiting = WaitingLine()
        /// Held back until it has been quiet for a while.
        var debounce: (held: Request, ticket: Deadlines<Timer>.Ticket)?
        /// The throttle window, while one is open, and what waits for its end.
        var window: (held: Request?, ticket: Deadlines<Timer>.Ticket)?

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && debounce == nil && window == nil }

        /// The slot in which a newcomer can run beside an action that waits for it.
        func slot(sharedWith newcomer: Request) -> ID? {
            guard newcomer.isAwaited else { return nil }
            return newcomer.callers.lazy.compactMap { running[$0] }.first
        }

        mutating func enter(_ id: ID, slot: ID) {
            running[id] = slot
            slots[slot, default: 0] += 1
            uncancelled.insert(id)
        }

        /// A slot is free again when the last of those that share it has left.
        mutating func leave(_ id: ID) {
            guard let slot = running.removeValue(forKey: id) else { return }
            uncancelled.remove(id)
            let others = (slots[slot] ?? 1) - 1
            slots[slot] = others == 0 ? nil : others
        }

        /// Whether a running action is to be cancelled now: once is enough.
        mutating func cancel(_ id: ID) -> Bool {
            uncancelled.remove(id) != nil
        }

        /// The running actions that a newcomer cancels, oldest first.
        mutating func cancelRunning(sparing spared: Set<ID>) -> [ID] {
            // Ids grow.
            let cancelled = uncancelled.subtracting(spared).sorted()
            uncancelled.formIntersection(spared)
            return cancelled
        }

        /// Takes out everything that has not started.
        mutating func removePending() -> [ID] {
            waiting.removeAll() + removeHeld()
        }

        /// Takes out what is held back until some time.
        mutating func removeHeld() -> [ID] {
            let removed = [debounce?.held.id, window?.held?.id].compactMap { $0 }
            debounce = nil
            window?.held = nil
            return removed
        }

        /// Takes out one action that has not started.
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

    /// Actions that wait for a free slot, oldest first. What is taken out of the middle costs O(1), too.
    struct WaitingLine {
        /// Begins with one that still waits, if there is one.
        private var requests = Queue<Request>()
        private var ids: Set<ID> = []

        var isEmpty: Bool { ids.isEmpty }
        var count: Int { ids.count }
        var first: Request? { requests.first }
        /// Those that wait, oldest first.
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
