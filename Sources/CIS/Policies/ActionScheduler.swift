/// A pure state machine that decides when the actions of one scene start, wait, are dropped or are cancelled.
///
/// Its functions receive what has happened and the time, and return what to do. It uses no tasks and no clock, so tests
/// can check it with random events. Every submitted action is started or dropped exactly once.
package final class ActionScheduler {
    /// Something that the caller has to do now. Decisions are carried out in the order in which they are returned.
    package enum Decision {
        case start(ScheduledAction)
        case drop(ScheduledAction, DropReason)
        case cancel(ScheduledAction, DropReason)

        var action: ScheduledAction {
            switch self {
            case .start(let action), .drop(let action, _), .cancel(let action, _): action
            }
        }
    }

    enum Timer {
        case timeout(ScheduledAction)
        /// The debounce of the group ends.
        case quiet(Group)
        /// The throttle window of the group closes.
        case window(Group)
    }

    /// The groups that are not empty.
    private(set) var groups: [GroupID: Group] = [:]
    var runningCount = 0
    var deadlines = Deadlines<Timer>()
    /// The latest time so far. It never decreases, even if the clock does.
    var now = Duration.zero

    package init() {}

    /// The earliest time at which ``tick(at:)`` may have something to do.
    package var nextDeadline: Duration? { deadlines.next?.time }

    /// Whether the time limit of an action ends then.
    var isTimeoutNext: Bool { if case .timeout = deadlines.next?.item { true } else { false } }

    /// The number of actions that wait or are held back.
    package var pendingCount: Int { groups.values.reduce(0) { $0 + $1.pendingCount } }

    package var groupCount: Int { groups.count }

    /// The number of deadlines, including stale ones.
    package var deadlineCount: Int { deadlines.count }

    // MARK: What happens

    /// Submits an action.
    ///
    /// `turn` is the time at which the current main-actor turn began, if actions of the same turn may be held back. The
    /// whole turn counts as this moment: a deadline that has passed during the turn is handled later, by the timer, so
    /// that the new action can still replace the action that is held back.
    package func submit(
        _ action: ScheduledAction, at time: Duration, inTurnSince turn: Duration? = nil
    ) -> [Decision] {
        now = max(now, turn ?? time)
        var decisions = due()
        // Most submissions lead to at most two decisions: one for a replaced action, and one for the new action.
        decisions.reserveCapacity(2)
        now = max(now, time)
        let group = group(action.group)
        switch action.policy.timing {
        case .immediate:
            admit(action, to: group, &decisions)
        case .debounced(let delay):
            debounce(action, in: group, delay, &decisions)
        case .throttled(let interval, let leading, let trailing):
            throttle(action, in: group, interval, leading: leading, trailing: trailing, &decisions)
        }
        return decisions
    }

    package func finish(_ action: ScheduledAction, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard action.isRunning, let group = groups[action.group] else { return [] }
        runningCount -= 1
        group.running.finish(action)
        return goOn(group)
    }

    /// Withdraws an action that was cancelled before its start.
    package func withdraw(_ action: ScheduledAction, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard action.stage == .waiting || action.stage == .held, let group = groups[action.group] else { return [] }
        group.removePending(action)
        return [.drop(action, .cancelledBeforeStart)] + goOn(group)
    }

    package func tick(at time: Duration) -> [Decision] {
        now = max(now, time)
        let decisions = due()
        forgetStaleDeadlines()
        return decisions
    }

    /// Gives up all deadlines after the clock has failed: drops the actions that are held back, closes the throttle
    /// windows and forgets the timeouts.
    package func abandonDeadlines() -> [Decision] {
        deadlines = Deadlines()
        var dropped: [ScheduledAction] = []
        for group in Array(groups.values) {
            dropped += group.removeHeld()
            group.window = nil
            forgetIfEmpty(group)
        }
        return dropped.oldestFirst().map { .drop($0, .clockFailed) }
    }

    // MARK: Rules

    func admit(_ action: ScheduledAction, to group: Group, _ decisions: inout [Decision]) {
        if let caller = action.callerWithSlot {
            return start(action, in: group, sharing: caller.slot, &decisions)
        }
        switch action.policy.rule {
        case .concurrent, .latest:
            start(action, in: group, &decisions)
        case .first where group.running.isEmpty:
            start(action, in: group, &decisions)
        case .first:
            drop(action, .busy, &decisions)
        case .limited:
            action.stage = .waiting
            group.waiting.append(action)
            startWaiting(in: group, &decisions)
        }
    }

    private func start(
        _ action: ScheduledAction, in group: Group, sharing slot: ScheduledAction? = nil, _ decisions: inout [Decision]
    ) {
        for other in action.policy.cancelled where other != action.group {
            guard let other = groups[other] else { continue }
            cancelAll(in: other, for: action, &decisions)
            forgetIfEmpty(other)
        }
        if action.policy.rule == .latest { cancelAll(in: group, for: action, &decisions) }
        // Released after the access of the group: the deinit of a caller's group id may call back.
        let callers = action.callers
        group.running.start(action, sharing: slot)
        withExtendedLifetime(callers) {}
        runningCount += 1
        if let timeout = action.policy.timeout { setDeadline(of: .timeout(action), at: now + timeout) }
        decisions.append(.start(action))
    }

    func drop(_ action: ScheduledAction, _ reason: DropReason, _ decisions: inout [Decision]) {
        action.end()
        decisions.append(.drop(action, reason))
    }

    private func startWaiting(in group: Group, _ decisions: inout [Decision]) {
        while let next = group.waiting.first {
            guard case .limited(let limit) = next.policy.rule, group.running.slotCount < limit else { return }
            group.waiting.removeFirst()
            start(next, in: group, &decisions)
        }
    }

    private func goOn(_ group: Group) -> [Decision] {
        var decisions: [Decision] = []
        startWaiting(in: group, &decisions)
        forgetIfEmpty(group)
        return decisions
    }

    /// Cancels the running actions of a group, except the callers of the new action. Drops the actions of the group
    /// that have not started.
    private func cancelAll(in group: Group, for newcomer: ScheduledAction, _ decisions: inout [Decision]) {
        for victim in group.running.cancelAll(for: newcomer) { decisions.append(.cancel(victim, .replaced)) }
        for other in group.removePending() { decisions.append(.drop(other, .replaced)) }
    }

    // MARK: Groups

    private func group(_ id: GroupID) -> Group {
        if let known = groups[id] { return known }
        let group = Group(id)
        groups[id] = group
        return group
    }

    func forgetIfEmpty(_ group: Group) {
        if group.isEmpty { groups[group.id] = nil }
    }
}
