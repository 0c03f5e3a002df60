/// Carries out what the scheduler of one scene decides: made when the first action with a policy is executed.
@MainActor
final class ActionDispatcher {
    /// What is known of an action until it has ended.
    private struct Entry {
        let record: ActionRecord
        let action: any Sendable
        let permit: StartPermit
        /// Whether its task waits for the permit.
        var isWaiting = false
    }

    /// What the dispatcher wants done. Implemented by the scene.
    struct Orders {
        /// Cancels a running action.
        let cancel: (any Sendable, ActionRecord, DropReason) -> Void
        /// Tells that an action that waited is dropped.
        let reportDrop: (any Sendable, ActionRecord, DropReason) -> Void
    }

    private var scheduler = ActionScheduler()
    private var entries: [ActionScheduler.ID: Entry] = [:]
    private var lastID: ActionScheduler.ID = 0
    private let clock: RuntimeClock
    private let ledger: ActivityLedger?
    private let orders: Orders
    /// The actions of each group that have waited and are about to begin. One begins after the other, because tasks
    /// that are resumed overtake each other on their way to the main actor.
    private var beginning: [GroupID: Queue<StartPermit>] = [:]
    /// Waits for the scheduler's next deadline.
    private var alarm: (task: Task<Void, Never>, time: Duration)?

    init(clock: RuntimeClock, ledger: ActivityLedger?, orders: Orders) {
        self.clock = clock
        self.ledger = ledger
        self.orders = orders
    }

    deinit {
        alarm?.task.cancel()
    }

    /// The number of actions that are known: running, waiting or held.
    var count: Int { entries.count }

    /// How an action that was submitted goes on.
    enum Answer {
        case start
        case drop(DropReason)
        case wait(StartPermit)
    }

    /// Called in the task context in which the action is executed.
    func submit(_ action: some Sendable, policy: ActionPolicy, record: ActionRecord) -> Answer {
        lastID += 1
        let id = lastID
        let group = policy.group ?? GroupID(caseOf: action)
        record.madeDetails().scheduled = (id, group)
        var request = ActionScheduler.Request(
            id: id, group: group, policy: policy, isAwaited: record.parent != nil)
        var known = ActionContext.current?.action
        while let caller = known {
            if caller.sceneNumber == record.sceneNumber, let id = caller.scheduled?.id { request.callers.insert(id) }
            known = caller.parent
        }
        let permit = StartPermit(self)
        entries[id] = Entry(record: record, action: action, permit: permit)
        perform(scheduler.submit(request, at: clock.now()))
        switch permit.decision {
        case .start: return .start
        case .drop(let reason): return .drop(reason)
        case nil:
            entries[id]?.isWaiting = true
            return .wait(permit)
        }
    }

    /// An action has ended, whether it had started or not.
    func end(_ record: ActionRecord) {
        guard let (id, group) = record.scheduled, entries.removeValue(forKey: id) != nil else { return }
        let isRunning = scheduler.running[id] != nil
        let time = clock.now()
        perform(isRunning ? scheduler.finish(id, at: time) : scheduler.withdraw(id, from: group, at: time))
    }

    /// An action that waits was cancelled.
    func withdraw(_ record: ActionRecord) {
        guard let (id, group) = record.scheduled else { return }
        perform(scheduler.withdraw(id, from: group, at: clock.now()))
    }

    private func perform(_ decisions: [ActionScheduler.Decision]) {
        for decision in decisions {
            switch decision {
            case .start(let id):
                if let entry = entries[id] { start(entry) }
            case .drop(let id, let reason):
                guard let entry = entries.removeValue(forKey: id) else { continue }
                if entry.isWaiting { orders.reportDrop(entry.action, entry.record, reason) }
                entry.permit.decide(.drop(reason))
            case .cancel(let id, let reason):
                if let entry = entries[id] { orders.cancel(entry.action, entry.record, reason) }
            }
        }
        setAlarm()
    }

    private func start(_ entry: Entry) {
        guard entry.isWaiting, let group = entry.record.scheduled?.group else { return entry.permit.decide(.start) }
        let isNext = beginning[group] == nil
        beginning[group, default: Queue()].append(entry.permit)
        if isNext { entry.permit.decide(.start) }
    }

    /// An action that has waited begins now, or would if it had not been cancelled.
    func hasArrived(_ record: ActionRecord) {
        guard let group = record.scheduled?.group else { return }
        _ = beginning[group]?.popFirst()
        if let next = beginning[group]?.first { next.decide(.start) } else { beginning[group] = nil }
    }

    // MARK: Time

    private func setAlarm() {
        // Else one alarm serves many actions that end in time. A test that looks at its clock wants to see what still counts.
        if ledger != nil { scheduler.forgetStaleDeadlines() }
        guard let time = scheduler.nextDeadline else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.time == time { return }
        alarm?.task.cancel()
        let clock = self.clock
        let task = ActionContext.local.withValue(nil) {
            // Of its own priority: it serves all that wait, not only the one that happens to come first.
            Activity.task("deadline of a policy", as: .deadline, in: ledger, priority: .userInitiated) { [weak self] in
                guard (try? await clock.sleep(time)) != nil, !Task.isCancelled else { return }
                self?.ring(at: time)
            }
        }
        alarm = (task, time)
    }

    /// The clock says that the time has come, whatever it says next.
    private func ring(at time: Duration) {
        alarm = nil
        perform(scheduler.tick(at: max(time, clock.now())))
    }
}
