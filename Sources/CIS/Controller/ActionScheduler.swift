/// Decides when the actions of one scene start, wait, are dropped or cancelled: a pure state machine.
///
/// It is told what happens and what time it is, and answers what to do. It knows no tasks and no clock, and so can be
/// checked against laws over random events. Every action that is submitted is started or dropped exactly once.
struct ActionScheduler {
    typealias ID = UInt64

    /// An action that asks to be started.
    struct Request: Equatable {
        let id: ID
        let group: GroupID
        let policy: ActionPolicy
        /// The unfinished actions of this scene that wait for this one, and the one that executes it.
        var ancestors: Set<ID> = []
        var executor: ID?
    }

    /// What to do now, in this order.
    enum Decision: Equatable {
        case start(ID)
        case drop(ID, DropReason)
        case cancel(ID, DropReason)
    }

    struct Group {
        /// The started actions that have not finished.
        var running: Set<ID> = []
        /// Waiting for a free place, oldest first.
        var waiting = Queue<Request>()
        /// Held back by a debounce or a throttle window: at most the newest.
        var held: Request?
        /// When what is held is let go, or the throttle window closes.
        var deadline: Duration?
        /// How long a window is, while one is open.
        var window: Duration?

        var isEmpty: Bool { running.isEmpty && waiting.isEmpty && held == nil && deadline == nil }
    }

    private(set) var groups: [GroupID: Group] = [:]
    /// The group of every running action.
    private(set) var running: [ID: GroupID] = [:]
    private var deadlines = Deadlines<Timer>()
    /// The latest time that was told. A clock that jumps backwards does not take it along.
    private(set) var now = Duration.zero

    private enum Timer {
        case timeout(ID)
        case group(GroupID)
    }

    /// The earliest time at which ``tick(at:)`` may have something to do.
    var nextDeadline: Duration? { deadlines.next?.time }

    /// The number of actions that wait or are held.
    var pendingCount: Int {
        groups.values.reduce(0) { $0 + $1.waiting.count + ($1.held == nil ? 0 : 1) }
    }

    // MARK: What happens

    /// An action was executed.
    mutating func submit(_ request: Request, at time: Duration) -> [Decision] {
        now = max(now, time)
        var decisions = due()
        switch request.policy.timing {
        case .immediate:
            admit(request, &decisions)
        case .debounced(let delay):
            replaceHeld(by: request, &decisions)
            setDeadline(now + delay, of: request.group)
        case .throttled(let interval, let leading, let trailing):
            throttle(request, interval, leading: leading, trailing: trailing, &decisions)
        }
        return decisions
    }

    /// A started action has finished, however it ended.
    mutating func finish(_ id: ID, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard let group = running.removeValue(forKey: id) else { return [] }
        var decisions: [Decision] = []
        groups[group]?.running.remove(id)
        startWaiting(in: group, &decisions)
        forgetIfEmpty(group)
        return decisions
    }

    /// An action that has not started was cancelled.
    mutating func withdraw(_ id: ID, from group: GroupID, at time: Duration) -> [Decision] {
        now = max(now, time)
        guard var state = groups[group] else { return [] }
        if state.held?.id == id {
            state.held = nil
            if state.window == nil { state.deadline = nil }
        } else if state.waiting.removeAll(where: { $0.id == id }).isEmpty {
            return []
        }
        groups[group] = state
        var decisions: [Decision] = [.drop(id, .cancelledBeforeStart)]
        startWaiting(in: group, &decisions)
        forgetIfEmpty(group)
        return decisions
    }

    /// Time has passed.
    mutating func tick(at time: Duration) -> [Decision] {
        now = max(now, time)
        return due()
    }

    // MARK: Rules

    private mutating func admit(_ request: Request, _ decisions: inout [Decision]) {
        let id = request.group
        for other in request.policy.cancelled where other != id {
            cancelGroup(other, sparing: request, &decisions)
        }
        let holders = groups[id]?.running ?? []
        let isGuest = holders.contains { request.ancestors.contains($0) }
        switch request.policy.rule {
        case .concurrent:
            break
        case .latest:
            cancelGroup(id, sparing: request, &decisions)
        case .first:
            if !isGuest, !holders.isEmpty { return decisions.append(.drop(request.id, .busy)) }
        case .limited(let limit):
            let mustWait = holders.count >= limit || !(groups[id]?.waiting.isEmpty ?? true)
            if !isGuest, mustWait {
                groups[id, default: Group()].waiting.append(request)
                return
            }
        }
        start(request, &decisions)
    }

    private mutating func start(_ request: Request, _ decisions: inout [Decision]) {
        groups[request.group, default: Group()].running.insert(request.id)
        running[request.id] = request.group
        if let timeout = request.policy.timeout { insert(.timeout(request.id), at: now + timeout) }
        decisions.append(.start(request.id))
    }

    private mutating func startWaiting(in id: GroupID, _ decisions: inout [Decision]) {
        while let next = groups[id]?.waiting.first {
            guard case .limited(let limit) = next.policy.rule, (groups[id]?.running.count ?? 0) < limit else { return }
            _ = groups[id]?.waiting.popFirst()
            start(next, &decisions)
        }
    }

    /// Cancels what runs and drops what waits, except the ancestors and the executor of the newcomer.
    private mutating func cancelGroup(_ id: GroupID, sparing newcomer: Request, _ decisions: inout [Decision]) {
        guard let state = groups[id] else { return }
        // Oldest first: ids grow.
        for other in state.running.sorted() where other != newcomer.executor && !newcomer.ancestors.contains(other) {
            decisions.append(.cancel(other, .replaced))
        }
        while let request = groups[id]?.waiting.popFirst() { decisions.append(.drop(request.id, .replaced)) }
        if let held = state.held, held.id != newcomer.id {
            groups[id]?.held = nil
            decisions.append(.drop(held.id, .replaced))
        }
    }

    // MARK: Time

    private mutating func throttle(
        _ request: Request, _ interval: Duration, leading: Bool, trailing: Bool, _ decisions: inout [Decision]
    ) {
        let isOpen = groups[request.group]?.window != nil
        if !isOpen {
            groups[request.group, default: Group()].window = interval
            setDeadline(now + interval, of: request.group)
            if leading { return admit(request, &decisions) }
        }
        if trailing {
            replaceHeld(by: request, &decisions)
        } else {
            decisions.append(.drop(request.id, .throttled))
        }
    }

    private mutating func replaceHeld(by request: Request, _ decisions: inout [Decision]) {
        if let held = groups[request.group]?.held { decisions.append(.drop(held.id, .replaced)) }
        groups[request.group, default: Group()].held = request
    }

    private mutating func setDeadline(_ time: Duration, of group: GroupID) {
        groups[group, default: Group()].deadline = time
        insert(.group(group), at: time)
    }

    private mutating func insert(_ timer: Timer, at time: Duration) {
        deadlines.insert(timer, at: time)
        deadlines.compact(wanted: running.count + groups.count) { time, timer in
            switch timer {
            case .timeout(let id): running[id] != nil
            case .group(let id): groups[id]?.deadline == time
            }
        }
    }

    /// Lets go what is due by now, in the order of the deadlines.
    private mutating func due() -> [Decision] {
        var decisions: [Decision] = []
        while let next = deadlines.next, next.time <= now {
            deadlines.popNext()
            switch next.item {
            case .timeout(let id):
                if running[id] != nil { decisions.append(.cancel(id, .timedOut)) }
            case .group(let id):
                // Set anew since then, or no longer wanted.
                if groups[id]?.deadline == next.time { release(id, &decisions) }
            }
        }
        return decisions
    }

    private mutating func release(_ id: GroupID, _ decisions: inout [Decision]) {
        guard let state = groups[id] else { return }
        groups[id]?.held = nil
        groups[id]?.deadline = nil
        if let held = state.held {
            // A trailing start opens the next window.
            if let window = state.window { setDeadline(now + window, of: id) }
            admit(held, &decisions)
        } else {
            groups[id]?.window = nil
        }
        forgetIfEmpty(id)
    }

    private mutating func forgetIfEmpty(_ id: GroupID) {
        if groups[id]?.isEmpty == true { groups[id] = nil }
    }
}
