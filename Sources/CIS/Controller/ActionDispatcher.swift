/// Carries out what the scheduler of one scene decides: made when the first action with a policy is executed.
@MainActor
final class ActionDispatcher {
    /// What is known of an action until it has ended.
    private struct Entry {
        let record: ActionRecord
        let action: any Sendable
        let permit: StartPermit
        /// Whether it begins after those of its group that were executed before it: its policy limits how many run.
        let isOrdered: Bool
        /// The actions of its scene that have executed it, if it waits for a place and they do not wait for it.
        let executors: Set<ActionScheduler.ID>
        /// Whether its task waits for the permit.
        var isWaiting = false
    }

    /// What the dispatcher wants done. Implemented by the scene.
    struct Orders {
        /// Cancels a running action.
        let cancel: (any Sendable, ActionRecord, DropReason) -> Void
        /// Tells that an action that waited is dropped.
        let reportDrop: (any Sendable, ActionRecord, DropReason) -> Void
        /// Tells of a programmer error, or of what may be one.
        let report: (SceneDiagnostic.Kind, (any Sendable)?, ActionRecord?) -> Void
    }

    private var scheduler = ActionScheduler()
    private var entries: [ActionScheduler.ID: Entry] = [:]
    private var lastID: ActionScheduler.ID = 0
    private let clock: RuntimeClock
    private let quiescenceTracker: QuiescenceTracker?
    private let orders: Orders
    /// Whether somebody is to hear of actions that wait for each other.
    private let isChecking: () -> Bool
    /// The actions of each group that have waited and are about to begin. One begins after the other, because tasks
    /// that are resumed overtake each other on their way to the main actor.
    private var beginning: [GroupID: Queue<StartPermit>] = [:]
    /// Waits for the scheduler's next deadline.
    private var alarm: (task: Task<Void, Never>, time: Duration)?
    /// When the main-actor turn began in which something was debounced last, until it ends.
    private var turn: Duration?
    /// The groups of which was told that an action waits there for the one that has executed it.
    private var groupsTold: Set<GroupID> = []

    init(clock: RuntimeClock, quiescenceTracker: QuiescenceTracker?, orders: Orders, isChecking: @escaping () -> Bool) {
        self.clock = clock
        self.isChecking = isChecking
        self.quiescenceTracker = quiescenceTracker
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
        record.ensureDetails().scheduled = (id, group)
        var request = ActionScheduler.Request(
            id: id, group: group, policy: policy, isAwaited: record.parent != nil)
        var known = ActionContext.current?.action
        while let caller = known {
            if caller.sceneNumber == record.sceneNumber, let id = caller.scheduled?.id { request.callers.insert(id) }
            known = caller.parent
        }
        let permit = StartPermit(self)
        entries[id] = Entry(
            record: record, action: action, permit: permit, isOrdered: policy.isLimited,
            executors: request.isAwaited || policy.timing != .immediate ? [] : request.callers)
        let time = clock.now()
        if policy.isDebounced, turn == nil { beginTurn(at: time) }
        perform(scheduler.submit(request, at: time, inTurnSince: turn))
        switch permit.decision {
        case .start: return .start
        case .drop(let reason): return .drop(reason)
        case nil:
            entries[id]?.isWaiting = true
            if policy.timing == .immediate, isChecking() { reportDeadlock(of: request) }
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
                if let entry = entries[id] { start(entry, sharesCallersSlot: scheduler.sharesCallersSlot(id)) }
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

    private func start(_ entry: Entry, sharesCallersSlot: Bool) {
        guard let group = entry.record.scheduled?.group else { return entry.permit.decide(.start) }
        let isNext = beginning[group] == nil
        // A newcomer does not overtake those that have waited and are about to begin.
        guard entry.isWaiting || !isNext && entry.isOrdered && !sharesCallersSlot else {
            return entry.permit.decide(.start)
        }
        beginning[group, default: Queue()].append(entry.permit)
        if isNext { entry.permit.decide(.start) }
    }

    /// An action that has waited begins now, or would if it had not been cancelled.
    func hasArrived(_ record: ActionRecord) {
        guard let group = record.scheduled?.group else { return }
        _ = beginning[group]?.popFirst()
        if let next = beginning[group]?.first { next.decide(.start) } else { beginning[group] = nil }
    }

    // MARK: Actions that wait for each other

    private func reportDeadlock(of request: ActionScheduler.Request) {
        let members = scheduler.deadlock(of: request).compactMap { entries[$0] }
        guard let last = members.last else { return }
        orders.report(.deadlock(actions: members.map { "\($0.action)" }), last.action, last.record)
    }

    /// Called when an action begins to wait in its task, which is after its caller has suspended or ended.
    ///
    /// - Returns: What it waits for, as text.
    func willWait(_ record: ActionRecord) -> String {
        guard let (id, group) = record.scheduled, let entry = entries[id],
            entry.isOrdered, entry.executors.contains(where: { scheduler.running[$0] == group })
        else { return "waiting for its policy" }
        if isDebugBuild, groupsTold.insert(group).inserted {
            orders.report(.waitsForItsCaller(group: "\(group)"), entry.action, record)
        }
        return "waiting for a place in the group \(group), held by the action that has executed it"
    }

    // MARK: Time

    private func setAlarm() {
        // Else one alarm serves many actions that end in time. A test that looks at its clock wants to see what still counts.
        if quiescenceTracker != nil { scheduler.forgetStaleDeadlines() }
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
            TrackedTask.task("deadline of a policy", as: .deadline, in: quiescenceTracker, priority: .userInitiated) {
                [weak self] in
                do {
                    try await clock.sleep(time)
                    if !Task.isCancelled { self?.ring(at: time) }
                } catch {
                    if !Task.isCancelled { self?.giveUp(after: error) }
                }
            }
        }
        alarm = (task, time)
    }

    /// The clock does not tell the time: what waits for it would wait for ever.
    private func giveUp(after error: any Error) {
        alarm = nil
        orders.report(.clockFailed("\(error)"), nil, nil)
        perform(scheduler.abandonDeadlines())
    }

    /// A main-actor turn counts as one moment, however long it takes.
    private func beginTurn(at time: Duration) {
        turn = time
        ActionContext.local.withValue(nil) {
            _ = Task { @MainActor [weak self] in self?.turn = nil }
        }
    }

    /// The clock says that the time has come, whatever it says next.
    private func ring(at time: Duration) {
        alarm = nil
        perform(scheduler.tick(at: max(time, clock.now())))
    }
}
