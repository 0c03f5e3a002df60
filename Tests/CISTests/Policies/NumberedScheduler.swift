import CIS

/// The scheduler, with numbers instead of its actions, so that tests can write their expectations.
struct NumberedScheduler {
    struct Request {
        let id: UInt64
        let group: GroupID
        let policy: ActionPolicy
        var callers: Set<UInt64> = []
        var isAwaited = false
    }

    enum Decision: Equatable {
        case start(UInt64)
        case drop(UInt64, DropReason)
        case cancel(UInt64, DropReason)
    }

    private let scheduler = ActionScheduler()
    /// The actions that have not ended.
    private var actions: [UInt64: ScheduledAction] = [:]

    var nextDeadline: Duration? { scheduler.nextDeadline }
    var pendingCount: Int { scheduler.pendingCount }
    var groupCount: Int { scheduler.groupCount }
    var deadlineCount: Int { scheduler.deadlineCount }
    /// The running actions, oldest first.
    var runningIDs: [UInt64] { actions.values.filter(\.isRunning).map(\.id).sorted() }

    mutating func submit(_ request: Request, at time: Duration) -> [Decision] {
        let action = ScheduledAction(
            id: request.id, group: request.group, policy: request.policy,
            callers: request.callers.sorted().compactMap { actions[$0] }, isAwaited: request.isAwaited)
        actions[request.id] = action
        return noted(scheduler.submit(action, at: time))
    }

    mutating func finish(_ id: UInt64, at time: Duration) -> [Decision] {
        let action = action(id)
        let decisions = scheduler.finish(action, at: time)
        if action.stage == .ended { actions[id] = nil }
        return noted(decisions)
    }

    mutating func withdraw(_ id: UInt64, at time: Duration) -> [Decision] {
        noted(scheduler.withdraw(action(id), at: time))
    }

    mutating func tick(at time: Duration) -> [Decision] {
        noted(scheduler.tick(at: time))
    }

    /// The action with the number, or one that the scheduler does not know.
    private func action(_ id: UInt64) -> ScheduledAction {
        actions[id] ?? ScheduledAction(id: id, group: GroupID("unknown"), policy: .concurrent)
    }

    private mutating func noted(_ decisions: [ActionScheduler.Decision]) -> [Decision] {
        decisions.map { decision in
            switch decision {
            case .start(let action): return .start(action.id)
            case .cancel(let action, let reason): return .cancel(action.id, reason)
            case .drop(let action, let reason):
                actions[action.id] = nil
                return .drop(action.id, reason)
            }
        }
    }
}
