/// Finds actions that wait for each other. Used in debug builds and traced scenes.
extension ActionScheduler {
    /// Returns a cycle of actions that wait for each other: each waits for the next one, and the last waits for the
    /// first. Returns an empty array if the given action, which waits for a slot, will be able to start.
    ///
    /// It sees only actions of this scene that wait for others with `run`. O(1) if no action waits for a slot in the
    /// group of a caller, otherwise O(waiting × running).
    package func deadlock(of action: ScheduledAction) -> [ScheduledAction] {
        let mayBe = action.callers.contains { $0.isRunning && groups[$0.group]?.waiting.isEmpty == false }
        guard mayBe, action.isAwaited else { return [] }
        let stuck = stuckActions(behind: action)
        guard stuck.contains(action) else { return [] }
        var path: [ScheduledAction] = []
        var next = action
        while !path.contains(next) {
            path.append(next)
            guard let (holder, awaited) = holder(of: next, awaiting: stuck) else { return [] }
            path.append(holder)
            next = awaited
        }
        return Array(path.drop { $0 !== next })
    }

    /// Returns the actions that can never start, out of the given action and the actions that it waits for. An action
    /// can never start if every slot of its group is held by an action that waits for an action of the result.
    private func stuckActions(behind action: ScheduledAction) -> [ScheduledAction] {
        var awaited: [ScheduledAction] = []
        for group in groups.values { awaited += group.waiting.all.filter { $0.isAwaited } }
        var reached = [action]
        var index = 0
        while index < reached.count {
            let group = reached[index].group
            reached += awaited.filter { other in
                !reached.contains(other) && other.callers.contains { $0.isRunning && $0.group == group }
            }
            index += 1
        }
        while let free = reached.firstIndex(where: { mayStart($0, without: reached) }) { reached.remove(at: free) }
        return reached
    }

    /// Whether an action will get a slot even if the given actions never start.
    private func mayStart(_ action: ScheduledAction, without stuck: [ScheduledAction]) -> Bool {
        guard let group = groups[action.group], case .limited(let limit) = action.policy.rule else { return true }
        var slots: [ScheduledAction] = []
        for holder in group.running.all where stuck.contains(where: { $0.isExecuted(by: holder) }) {
            if !slots.contains(holder.slot) { slots.append(holder.slot) }
        }
        return slots.count < limit
    }

    /// Returns an action that holds a slot for which the given action waits, and the stuck action that this holder
    /// waits for.
    private func holder(
        of action: ScheduledAction, awaiting stuck: [ScheduledAction]
    ) -> (ScheduledAction, ScheduledAction)? {
        for holder in groups[action.group]?.running.all ?? [] {
            if let awaited = stuck.first(where: { $0.isExecuted(by: holder) }) { return (holder, awaited) }
        }
        return nil
    }
}

extension [ScheduledAction] {
    fileprivate func contains(_ action: ScheduledAction) -> Bool {
        contains { $0 === action }
    }
}
