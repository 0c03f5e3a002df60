extension ActionScheduler {
    func debounce(
        _ action: ScheduledAction, in group: Group, _ delay: Duration, _ decisions: inout [Decision]
    ) {
        action.stage = .held
        let replaced = group.debounce?.held
        group.debounce = (action, setDeadline(of: .quiet(group), at: now + delay))
        if let replaced { drop(replaced, .replaced, &decisions) }
    }

    func throttle(
        _ action: ScheduledAction, in group: Group, _ interval: Duration, leading: Bool, trailing: Bool,
        _ decisions: inout [Decision]
    ) {
        if group.window == nil {
            openWindow(interval, of: group)
            if leading { return admit(action, to: group, &decisions) }
        }
        guard trailing else { return drop(action, .throttled, &decisions) }
        if let held = group.window?.held { drop(held, .replaced, &decisions) }
        action.stage = .held
        group.window?.held = action
    }

    private func openWindow(_ interval: Duration, of group: Group) {
        group.window = (nil, setDeadline(of: .window(group), at: now + interval))
    }

    @discardableResult
    func setDeadline(of timer: Timer, at time: Duration) -> Deadlines<Timer>.EntryID {
        // Done before the insertion, because `isWanted` would not recognize the new deadline yet.
        if deadlines.isCrowded(wanted: runningCount + 2 * groups.count) {
            // The old queue is kept until the stale deadlines are removed, because what they release may call back.
            let crowded = deadlines
            deadlines.removeAll { !isWanted($0) }
            withExtendedLifetime(crowded) {}
        }
        return deadlines.insert(timer, at: time)
    }

    /// Whether a deadline still counts: it was not replaced, and its action or group still exists.
    private func isWanted(_ entry: Deadlines<Timer>.Entry) -> Bool {
        switch entry.item {
        case .timeout(let action): action.isRunning
        case .quiet(let group): group.debounce?.deadline == entry.id
        case .window(let group): group.window?.deadline == entry.id
        }
    }

    func forgetStaleDeadlines() {
        while let next = deadlines.next, !isWanted(next) { _ = deadlines.popNext() }
    }

    /// Handles the deadlines that are due, in their order.
    func due() -> [Decision] {
        var decisions: [Decision] = []
        while let next = deadlines.next, next.time <= now {
            _ = deadlines.popNext()
            guard isWanted(next) else { continue }
            switch next.item {
            case .timeout(let action):
                guard groups[action.group]?.running.cancel(action) == true else { continue }
                decisions.append(.cancel(action, .timedOut))
            case .quiet(let group):
                let held = group.debounce?.held
                group.debounce = nil
                if let held { admit(held, to: group, &decisions) }
                forgetIfEmpty(group)
            case .window(let group):
                closeWindow(of: group, &decisions)
            }
        }
        return decisions
    }

    private func closeWindow(of group: Group, _ decisions: inout [Decision]) {
        let held = group.window?.held
        group.window = nil
        if let held, case .throttled(let interval, _, _) = held.policy.timing {
            // A start at the end of a window opens the next window.
            openWindow(interval, of: group)
            admit(held, to: group, &decisions)
        }
        forgetIfEmpty(group)
    }
}
