extension ActionScheduler {
    /// One group: its running, waiting and held-back actions.
    ///
    /// A class, because each change of a large value inside a dictionary takes several allocations. Only one scheduler
    /// refers to it.
    final class Group {
        let id: GroupID
        var running = RunningActions()
        /// The actions that wait for a free slot, in the order in which they get one.
        var waiting: [ScheduledAction] = []
        /// The action that a debounce holds back until the group is quiet.
        var debounce: (held: ScheduledAction, deadline: Deadlines<Timer>.EntryID)?
        /// The open throttle window, and the action that waits for its end.
        var window: (held: ScheduledAction?, deadline: Deadlines<Timer>.EntryID)?

        init(_ id: GroupID) {
            self.id = id
        }

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && debounce == nil && window == nil }
        var pendingCount: Int { waiting.count + (debounce == nil ? 0 : 1) + (window?.held == nil ? 0 : 1) }

        func removePending() -> [ScheduledAction] {
            let removed = waiting
            waiting = []
            for action in removed { action.end() }
            return removed + removeHeld()
        }

        func removeHeld() -> [ScheduledAction] {
            let removed = [debounce?.held, window?.held].compactMap { $0 }
            for action in removed { action.end() }
            debounce = nil
            window?.held = nil
            return removed
        }

        /// Removes one action that has not started. O(waiting).
        func removePending(_ action: ScheduledAction) {
            action.end()
            if let index = waiting.lastIndex(where: { $0 === action }) {
                waiting.remove(at: index)
            } else if debounce?.held === action {
                debounce = nil
            } else {
                window?.held = nil
            }
        }
    }

    /// The running actions of a group. All functions are O(1), except those that concern all actions.
    struct RunningActions {
        private(set) var slotCount = 0
        /// Those that no policy has cancelled, so that a policy that cancels need not check the others again.
        private var uncancelled: [UInt64: ScheduledAction] = [:]

        var isEmpty: Bool { slotCount == 0 }

        /// - Parameter slot: The action whose slot the new action shares, or `nil`.
        mutating func start(_ action: ScheduledAction, sharing slot: ScheduledAction?) {
            action.start(in: slot)
            if slot == nil { slotCount += 1 }
            uncancelled[action.id] = action
        }

        /// Frees the slot when the last action that shares it has left.
        mutating func finish(_ action: ScheduledAction) {
            uncancelled[action.id] = nil
            if action.leaveSlot() { slotCount -= 1 }
            action.end()
        }

        /// Marks a running action as cancelled. Returns `false` if it was cancelled before.
        mutating func cancel(_ action: ScheduledAction) -> Bool {
            uncancelled.removeValue(forKey: action.id) != nil
        }

        /// Marks all actions as cancelled, except those that execute the new one. Returns those that were not cancelled
        /// before, oldest first.
        mutating func cancelAll(for newcomer: ScheduledAction) -> [ScheduledAction] {
            let victims = uncancelled.values.filter { !newcomer.isExecuted(by: $0) }.oldestFirst()
            for victim in victims { _ = cancel(victim) }
            return victims
        }
    }
}
