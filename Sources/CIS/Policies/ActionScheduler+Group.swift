extension ActionScheduler {
    /// One group: its running, waiting and held-back actions.
    ///
    /// A class, because each change of a large value inside a dictionary takes several allocations. Only one scheduler
    /// refers to it.
    final class Group {
        /// The id. It can change, because an empty group is reused for another id.
        var id: GroupID
        var running = RunningActions()
        /// The actions that wait for a free slot.
        var waiting = WaitingLine()
        /// The action that is held back by a debounce.
        var debounce: Debounce?
        /// The open throttle window, and the action that waits for its end.
        var window: (held: ScheduledAction?, deadline: Deadlines<Timer>.EntryID)?

        init(_ id: GroupID) {
            self.id = id
        }

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && debounce == nil && window == nil }
        /// The number of actions that wait or are held back.
        var pendingCount: Int { waiting.count + (debounce == nil ? 0 : 1) + (window?.held == nil ? 0 : 1) }

        /// Removes all actions that have not started.
        func removePending() -> [ScheduledAction] {
            guard pendingCount > 0 else { return [] }
            let line = waiting.takeAll()
            let removed = line.filter { $0.stage == .waiting }
            for action in removed { action.end() }
            return removed + removeHeld()
        }

        /// Removes the actions that are held back.
        func removeHeld() -> [ScheduledAction] {
            let removed = [debounce?.held, window?.held].compactMap { $0 }
            for action in removed { action.end() }
            debounce = nil
            window?.held = nil
            return removed
        }

        /// Removes one action that has not started.
        func removePending(_ action: ScheduledAction) {
            let wasWaiting = action.stage == .waiting
            action.end()
            if wasWaiting {
                let ended = waiting.noteRemoval()
                withExtendedLifetime(ended) {}
            } else if debounce?.held === action {
                debounce = nil
            } else {
                window?.held = nil
            }
        }
    }

    /// An action that is held back until its group is quiet.
    struct Debounce {
        let held: ScheduledAction
        let time: Duration
        let deadline: Deadlines<Timer>.EntryID
        /// The entry in ``Deadlines`` that represents this debounce. In a burst it is the entry of an earlier action,
        /// because an entry and a wake-up for each action would cost more than the actions themselves.
        var entry: (id: Deadlines<Timer>.EntryID, time: Duration)
    }

    /// Actions that wait for a free slot, oldest first. Removal anywhere is O(1).
    struct WaitingLine {
        /// The waiting actions. The first one is still waiting. Others may have been removed; then their stage is no
        /// longer `waiting`.
        private var actions = Queue<ScheduledAction>()
        private(set) var count = 0

        var isEmpty: Bool { count == 0 }
        var first: ScheduledAction? { actions.first }
        /// The waiting actions, oldest first.
        var all: [ScheduledAction] { actions.all.filter { $0.stage == .waiting } }

        mutating func append(_ action: ScheduledAction) {
            action.wait()
            actions.append(action)
            count += 1
        }

        /// Removes the first action, which still waits.
        ///
        /// - Returns: See ``noteRemoval()``.
        mutating func removeFirst() -> [ScheduledAction] {
            _ = actions.popFirst()
            return noteRemoval()
        }

        /// Records that one of the actions no longer waits.
        ///
        /// - Returns: The actions that were removed from the front. The caller releases them after its access to the line
        ///   has ended, because the deinit of an action's group id may call back.
        mutating func noteRemoval() -> [ScheduledAction] {
            count -= 1
            var ended: [ScheduledAction] = []
            while let first, first.stage != .waiting { if let action = actions.popFirst() { ended.append(action) } }
            if actions.count > 2 * count + 64 { ended += actions.removeAll { $0.stage != .waiting } }
            return ended
        }

        /// Removes and returns all actions, including those that no longer wait.
        mutating func takeAll() -> [ScheduledAction] {
            let line = actions.all
            self = WaitingLine()
            return line
        }
    }
}
