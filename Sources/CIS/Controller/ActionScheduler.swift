/// A pure state machine that decides when the actions of one scene start, wait, are dropped or are cancelled.
///
/// Its functions receive what has happened and the time, and return what to do. It uses no tasks and no clock, so tests
/// can check it with random events. Every submitted action is started or dropped exactly once.
package struct ActionScheduler {
    package typealias ID = UInt64

    private(set) var groups: [GroupID: Group] = [:]
    /// An empty group that is kept for reuse.
    private var spare: Group?
    /// The group of every running action.
    package private(set) var running: [ID: GroupID] = [:]
    private var deadlines = Deadlines<Timer>()
    /// The latest time so far. It never decreases, even if the clock does.
    private var now = Duration.zero

    package init() {}

    /// The earliest time at which ``tick(at:)`` may have something to do.
    package var nextDeadline: Duration? { deadlines.next?.time }

    /// The number of actions that wait or are held back.
    package var pendingCount: Int {
        groups.values.reduce(0) {
            $0 + $1.waiting.count + ($1.debounce == nil ? 0 : 1) + ($1.window?.held == nil ? 0 : 1)
        }
    }

    /// Whether any action of the group is running.
    package func isRunning(_ group: GroupID) -> Bool { groups[group].map { !$0.running.isEmpty } ?? false }

    /// The number of groups that have any actions.
    package var groupCount: Int { groups.count }

    /// The number of deadlines, including stale ones.
    package var deadlineCount: Int { deadlines.count }

    // MARK: What happens

    /// Submits an action.
    ///
    /// - Parameters:
    ///   - time: The time now.
    ///   - turn: The time at which the current main-actor turn began, if actions of the same turn may be held back. A
    ///     turn counts as one moment: a deadline that has become due since the turn began waits for its timer, so that
    ///     the new action can still replace the action that is held back.
    package mutating func submit(_ request: Request, at time: Duration, inTurnSince turn: Duration? = nil) -> [Decision]
    {
        now = max(now, turn ?? time)
        var decisions = due()
        now = max(now, time)
        switch request.policy.timing {
        case .immediate:
            admit(request, &decisions)
        case .debounced(let delay):
            debounce(request, delay, &decisions)
        case .throttled(let interval, let leading, let trailing):
            throttle(request, interval, leading: leading, trailing: trailing, &decisions)
        }
        return decisions
    }

    /// Notes that a started action has finished.
    package mutating func finish(_ id: ID, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard let group = running.removeValue(forKey: id) else { return [] }
        var decisions: [Decision] = []
        groups[group]?.leave(id)
        startWaiting(in: group, &decisions)
        forgetIfEmpty(group)
        return decisions
    }

    /// Withdraws an action that was cancelled before its start.
    package mutating func withdraw(_ id: ID, from group: GroupID, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard groups[group]?.removePending(id) == true else { return [] }
        var decisions: [Decision] = [.drop(id, .cancelledBeforeStart)]
        startWaiting(in: group, &decisions)
        forgetIfEmpty(group)
        return decisions
    }

    /// Handles the deadlines that are due at the given time.
    package mutating func tick(at time: Duration) -> [Decision] {
        now = max(now, time)
        return due()
    }

    /// Gives up all deadlines after the clock has failed: drops the actions that are held back, closes the throttle
    /// windows and forgets the timeouts.
    package mutating func abandonDeadlines() -> [Decision] {
        deadlines = Deadlines()
        var dropped: [ID] = []
        for id in Array(groups.keys) {
            dropped += groups[id]?.removeHeld() ?? []
            groups[id]?.window = nil
            forgetIfEmpty(id)
        }
        return dropped.sorted().map { .drop($0, .clockFailed) }
    }

    // MARK: Rules

    private mutating func admit(_ request: Request, _ decisions: inout [Decision]) {
        if let slot = groups[request.group]?.slot(sharedWith: request) {
            return start(request, slot: slot, &decisions)
        }
        switch request.policy.rule {
        case .concurrent, .latest:
            start(request, slot: request.id, &decisions)
        case .first:
            if groups[request.group]?.running.isEmpty ?? true {
                start(request, slot: request.id, &decisions)
            } else {
                decisions.append(.drop(request.id, .busy))
            }
        case .limited:
            group(request.group).waiting.append(request)
            startWaiting(in: request.group, &decisions)
        }
    }

    private mutating func start(_ request: Request, slot: ID, _ decisions: inout [Decision]) {
        for other in request.policy.cancelled where other != request.group {
            cancelAll(in: other, for: request, &decisions)
        }
        if request.policy.rule == .latest { cancelAll(in: request.group, for: request, &decisions) }
        group(request.group).enter(request.id, slot: slot)
        running[request.id] = request.group
        if let timeout = request.policy.timeout { setDeadline(of: .timeout(request.id), at: now + timeout) }
        decisions.append(.start(request.id))
    }

    private mutating func startWaiting(in id: GroupID, _ decisions: inout [Decision]) {
        while let next = groups[id]?.waiting.first {
            guard case .limited(let limit) = next.policy.rule, (groups[id]?.slotCount ?? 0) < limit else { return }
            groups[id]?.waiting.removeFirst()
            start(next, slot: next.id, &decisions)
        }
    }

    /// Cancels the running actions of a group and drops the waiting ones, except the callers of the new action.
    private mutating func cancelAll(in id: GroupID, for newcomer: Request, _ decisions: inout [Decision]) {
        for other in groups[id]?.cancelRunning(sparing: newcomer.callers) ?? [] {
            decisions.append(.cancel(other, .replaced))
        }
        for other in groups[id]?.removePending() ?? [] { decisions.append(.drop(other, .replaced)) }
        forgetIfEmpty(id)
    }

    // MARK: Time

    private mutating func debounce(_ request: Request, _ delay: Duration, _ decisions: inout [Decision]) {
        let group = group(request.group)
        let time = now + delay
        if let replaced = group.debounce {
            decisions.append(.drop(replaced.held.id, .replaced))
            if replaced.entry.time <= time {
                group.debounce = Debounce(
                    held: request, time: time, deadline: deadlines.makeID(), entry: replaced.entry)
                return
            }
        }
        let deadline = setDeadline(of: .quiet(request.group), at: time)
        group.debounce = Debounce(held: request, time: time, deadline: deadline, entry: (deadline, time))
    }

    /// Replaces the earlier entry that represents a group's debounce by the debounce's own deadline.
    ///
    /// - Returns: `false` if the entry is already that deadline, or represents no debounce.
    private mutating func postpone(_ entry: Deadlines<Timer>.Entry) -> Bool {
        guard case .quiet(let id) = entry.item, let group = groups[id], let debounce = group.debounce,
            debounce.entry.id == entry.id, debounce.deadline != entry.id
        else { return false }
        deadlines.insert(entry.item, at: debounce.time, id: debounce.deadline)
        group.debounce?.entry = (debounce.deadline, debounce.time)
        return true
    }

    private mutating func throttle(
        _ request: Request, _ interval: Duration, leading: Bool, trailing: Bool, _ decisions: inout [Decision]
    ) {
        if groups[request.group]?.window == nil {
            openWindow(interval, of: request.group)
            if leading { return admit(request, &decisions) }
        }
        guard trailing else { return decisions.append(.drop(request.id, .throttled)) }
        if let held = groups[request.group]?.window?.held { decisions.append(.drop(held.id, .replaced)) }
        groups[request.group]?.window?.held = request
    }

    private mutating func openWindow(_ interval: Duration, of group: GroupID) {
        let deadline = setDeadline(of: .window(group), at: now + interval)
        self.group(group).window = (nil, deadline)
    }

    @discardableResult
    private mutating func setDeadline(of timer: Timer, at time: Duration) -> Deadlines<Timer>.EntryID {
        // Done before the insertion, because `isWanted` would not recognize the new deadline yet.
        if deadlines.isCrowded(wanted: running.count + 2 * groups.count) {
            var crowded = deadlines
            deadlines = Deadlines()
            crowded.removeAll { !isWanted($0) }
            deadlines = crowded
        }
        return deadlines.insert(timer, at: time)
    }

    /// Whether a deadline still counts: it was not replaced, and its action or group still exists.
    private func isWanted(_ entry: Deadlines<Timer>.Entry) -> Bool {
        switch entry.item {
        case .timeout(let id): running[id] != nil
        case .quiet(let id): groups[id]?.debounce?.entry.id == entry.id
        case .window(let id): groups[id]?.window?.deadline == entry.id
        }
    }

    /// Removes stale deadlines from the front.
    mutating func forgetStaleDeadlines() {
        while let next = deadlines.next {
            let isPostponed = postpone(next)
            guard isPostponed || !isWanted(next) else { return }
            // The later deadline was inserted, but the earlier one is still first.
            _ = deadlines.popNext()
        }
    }

    /// Handles the deadlines that are due, in their order.
    private mutating func due() -> [Decision] {
        var decisions: [Decision] = []
        while let next = deadlines.next, next.time <= now {
            _ = deadlines.popNext()
            guard !postpone(next), isWanted(next) else { continue }
            switch next.item {
            case .timeout(let id):
                guard let group = running[id], groups[group]?.cancel(id) == true else { continue }
                decisions.append(.cancel(id, .timedOut))
            case .quiet(let id):
                let held = groups[id]?.debounce?.held
                groups[id]?.debounce = nil
                if let held { admit(held, &decisions) }
                forgetIfEmpty(id)
            case .window(let id):
                closeWindow(of: id, &decisions)
            }
        }
        return decisions
    }

    private mutating func closeWindow(of id: GroupID, _ decisions: inout [Decision]) {
        let held = groups[id]?.window?.held
        groups[id]?.window = nil
        if let held, case .throttled(let interval, _, _) = held.policy.timing {
            // A start at the end of a window opens the next window.
            openWindow(interval, of: id)
            admit(held, &decisions)
        }
        forgetIfEmpty(id)
    }

    /// The group with the id. Created now if necessary.
    private mutating func group(_ id: GroupID) -> Group {
        if let known = groups[id] { return known }
        let group = spare ?? Group()
        spare = nil
        groups[id] = group
        return group
    }

    private mutating func forgetIfEmpty(_ id: GroupID) {
        guard let group = groups[id], group.isEmpty else { return }
        groups[id] = nil
        if group.isWorthKeeping { spare = group }
    }
}
