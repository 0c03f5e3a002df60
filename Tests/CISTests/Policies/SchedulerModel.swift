import CIS

/// A simple model of the scheduler, written to be read and not for speed. It searches one list of actions, and stores
/// no deadlines, so that nothing can be outdated.
struct SchedulerModel {
    enum Phase: Equatable {
        /// Held by a debounce until the given time.
        case debounced(Int)
        /// Held by a throttle window.
        case throttled
        case waiting
        case running(slot: UInt64, timeout: Int?)
    }

    struct Action {
        let draft: ActionDraft
        var phase: Phase
        /// The position at which it entered its phase. Smaller numbers are earlier.
        var order: Int
        var isCancelled = false
    }

    /// The unfinished actions.
    private(set) var actions: [Action] = []
    /// The open throttle windows, with the time at which they close.
    private var windows: [Int: (end: Int, order: Int)] = [:]
    private var now = 0
    private var lastOrder = 0
    private var decisions: [NumberedScheduler.Decision] = []

    // MARK: What happens

    mutating func submit(_ draft: ActionDraft, at time: Int) -> [NumberedScheduler.Decision] {
        decisions = []
        advance(to: time)
        let group = draft.group
        if let delay = draft.spec.quiet {
            drop(.replaced) { if case .debounced = $0.phase { $0.draft.group == group } else { false } }
            add(draft, .debounced(now + delay))
        } else if let interval = draft.spec.interval, case .throttled(_, let leads, let trailing) = draft.spec.timing {
            let isFirst = windows[group] == nil
            if isFirst { windows[group] = (now + interval, nextOrder()) }
            if isFirst, leads || !trailing {
                admit(draft)
            } else if trailing {
                drop(.replaced) { $0.draft.group == group && $0.phase == .throttled }
                add(draft, .throttled)
            } else {
                decisions.append(.drop(draft.id, .throttled))
            }
        } else {
            admit(draft)
        }
        return decisions
    }

    mutating func finish(_ id: UInt64, at time: Int) -> [NumberedScheduler.Decision] {
        decisions = []
        now = max(now, time)
        guard let index = actions.firstIndex(where: { $0.draft.id == id }), isRunning(actions[index]) else { return [] }
        let group = actions.remove(at: index).draft.group
        letWaitingStart(in: group)
        return decisions
    }

    mutating func withdraw(_ id: UInt64, at time: Int) -> [NumberedScheduler.Decision] {
        decisions = []
        now = max(now, time)
        guard let action = actions.first(where: { $0.draft.id == id }), !isRunning(action) else { return [] }
        drop(.cancelledBeforeStart) { $0.draft.id == id }
        letWaitingStart(in: action.draft.group)
        return decisions
    }

    mutating func tick(at time: Int) -> [NumberedScheduler.Decision] {
        decisions = []
        advance(to: time)
        return decisions
    }

    // MARK: Rules

    private mutating func admit(_ draft: ActionDraft) {
        let rivals = actions.filter { $0.draft.group == draft.group && isRunning($0) }
        let host = draft.isAwaited ? rivals.first { draft.callers.contains($0.draft.id) } : nil
        if let host, case .running(let slot, _) = host.phase { return start(draft, in: slot) }
        switch draft.spec.rule {
        case .concurrent, .latest:
            start(draft, in: draft.id)
        case .first:
            if rivals.isEmpty { start(draft, in: draft.id) } else { decisions.append(.drop(draft.id, .busy)) }
        case .limited:
            add(draft, .waiting)
            letWaitingStart(in: draft.group)
        }
    }

    private mutating func letWaitingStart(in group: Int) {
        while true {
            let line = actions.filter { $0.draft.group == group && $0.phase == .waiting }
            guard let next = line.min(by: { $0.order < $1.order }) else { return }
            let slots = actions.filter { $0.draft.group == group }.compactMap { action -> UInt64? in
                if case .running(let slot, _) = action.phase { slot } else { nil }
            }
            guard let limit = next.draft.spec.limit, Set(slots).count < limit else { return }
            actions.removeAll { $0.draft.id == next.draft.id }
            start(next.draft, in: next.draft.id)
        }
    }

    private mutating func start(_ draft: ActionDraft, in slot: UInt64) {
        for group in draft.spec.cancelling where group != draft.group { cancel(group, for: draft) }
        if draft.spec.rule == .latest { cancel(draft.group, for: draft) }
        add(draft, .running(slot: slot, timeout: draft.spec.patience.map { now + $0 }))
        decisions.append(.start(draft.id))
    }

    private mutating func cancel(_ group: Int, for draft: ActionDraft) {
        let victims = actions.filter {
            $0.draft.group == group && isRunning($0) && !$0.isCancelled && !draft.callers.contains($0.draft.id)
        }
        for victim in victims.sorted(by: { $0.draft.id < $1.draft.id }) { cancel(victim.draft.id, .replaced) }
        for wanted in 0...2 {
            // Waiting actions first, then the debounced one, then the throttled one.
            drop(.replaced) { action in
                guard action.draft.group == group else { return false }
                return switch action.phase {
                case .waiting: wanted == 0
                case .debounced: wanted == 1
                case .throttled: wanted == 2
                case .running: false
                }
            }
        }
    }

    private mutating func cancel(_ id: UInt64, _ reason: DropReason) {
        for index in actions.indices where actions[index].draft.id == id { actions[index].isCancelled = true }
        decisions.append(.cancel(id, reason))
    }
}

extension SchedulerModel {
    // MARK: Time

    private enum Alarm {
        case action(Action)
        case window(Int)
    }

    private mutating func advance(to time: Int) {
        now = max(now, time)
        while let alarm = nextAlarm(), alarm.time <= now {
            switch alarm.what {
            case .window(let group):
                windows[group] = nil
                let held = actions.first { $0.draft.group == group && $0.phase == .throttled }
                guard let held else { continue }
                actions.removeAll { $0.draft.id == held.draft.id }
                windows[group] = held.draft.spec.interval.map { (now + $0, nextOrder()) }
                admit(held.draft)
            case .action(let action):
                if isRunning(action) {
                    cancel(action.draft.id, .timedOut)
                } else {
                    actions.removeAll { $0.draft.id == action.draft.id }
                    admit(action.draft)
                }
            }
        }
    }

    /// The next timed event. If two are due at the same time, the one that was set first.
    private func nextAlarm() -> (time: Int, order: Int, what: Alarm)? {
        var alarms: [(time: Int, order: Int, what: Alarm)] = windows.map { ($1.end, $1.order, .window($0)) }
        for action in actions {
            switch action.phase {
            case .debounced(let time): alarms.append((time, action.order, .action(action)))
            case .running(_, let time?) where !action.isCancelled: alarms.append((time, action.order, .action(action)))
            default: break
            }
        }
        return alarms.min { ($0.time, $0.order) < ($1.time, $1.order) }
    }

    // MARK: The list

    var runningIDs: [UInt64] { actions.filter(isRunning).map(\.draft.id).sorted() }
    var pendingIDs: [UInt64] { actions.filter { !isRunning($0) }.map(\.draft.id).sorted() }
    /// The time of the next event without further input.
    var nextTime: Int? { nextAlarm()?.time }

    private func isRunning(_ action: Action) -> Bool {
        if case .running = action.phase { true } else { false }
    }

    private mutating func add(_ draft: ActionDraft, _ phase: Phase) {
        actions.append(Action(draft: draft, phase: phase, order: nextOrder()))
    }

    private mutating func drop(_ reason: DropReason, where isMeant: (Action) -> Bool) {
        for action in actions.filter(isMeant).sorted(by: { $0.order < $1.order }) {
            actions.removeAll { $0.draft.id == action.draft.id }
            decisions.append(.drop(action.draft.id, reason))
        }
    }

    private mutating func nextOrder() -> Int {
        lastOrder += 1
        return lastOrder
    }
}
