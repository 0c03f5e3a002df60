/// Carries out the decisions of a scene's scheduler. Created when the first action with a policy is executed.
@MainActor
final class ActionDispatcher {
    /// An action, with everything that the dispatcher knows about it until it has ended.
    // Not isolated, because its superclass is not. Only the dispatcher uses it.
    final class Entry: ScheduledAction {
        /// Whether the action waits, or has waited, for its policy.
        // The first property, so that it takes no space of its own behind those of the superclass.
        fileprivate(set) var startsLater = false
        /// The record. `nil` when the action has ended, because its deadline may remain longer and must not keep the
        /// record.
        fileprivate(set) var record: ActionRecord?
        fileprivate(set) var action: (any Sendable)?
        /// The permit with which the action starts later. `nil` for most actions, because they start or are dropped at
        /// once, or are dropped before their task begins.
        fileprivate var permit: StartPermit?

        /// Whether the action must not overtake earlier actions of its group, because its policy limits how many run at
        /// a time.
        var isOrdered: Bool { policy.isLimited }

        func forget() {
            record = nil
            action = nil
        }
    }

    /// Functions of the scene that the dispatcher calls.
    struct Callbacks {
        /// Cancels a running action.
        let cancel: (any Sendable, ActionRecord, DropReason) -> Void
        /// Reports that a waiting action is dropped.
        let reportDrop: (any Sendable, ActionRecord, DropReason) -> Void
        /// Reports a programmer error.
        let report: (SceneDiagnostic.Kind) -> Void
    }

    private let scheduler = ActionScheduler()
    /// The number of actions that are running, waiting or held back.
    private(set) var count = 0
    private var lastID: UInt64 = 0
    private var cases = CaseGroups()
    /// Whether any action so far had a policy that depends on time.
    private var needsTime = false
    private let clock: RuntimeClock
    private let instrumentation: (any SceneInstrumentation)?
    private let callbacks: Callbacks
    /// For each group, the permits of the actions that have waited and start next. They start one after the other,
    /// because resumed tasks can overtake each other on their way to the main actor.
    private var beginning: [GroupID: Queue<StartPermit>] = [:]
    /// Waits for the scheduler's next deadline.
    private var timer: (task: Task<Void, Never>, time: Duration)?
    /// The time at which the current main-actor turn began, if an action was debounced in this turn.
    private var turnStart: Duration?

    init(clock: RuntimeClock, instrumentation: (any SceneInstrumentation)?, callbacks: Callbacks) {
        self.clock = clock
        self.instrumentation = instrumentation
        self.callbacks = callbacks
    }

    deinit {
        timer?.task.cancel()
    }

    /// What happens to a submitted action.
    enum Answer {
        case start
        case drop(DropReason)
        /// The action's task calls ``mayStart(_:)``.
        case wait
    }

    /// Submits an action to the scheduler. Called in the task context in which the action is executed.
    func submit(_ action: some Sendable, policy: ActionPolicy, record: ActionRecord) -> Answer {
        lastID += 1
        let details = record.ensureDetails()
        let entry = Entry(
            id: lastID, group: policy.group ?? cases.group(of: action), policy: policy, callers: callers(of: record),
            isAwaited: record.parent != nil)
        entry.record = record
        entry.action = action
        details.scheduled = entry
        count += 1
        if policy.timing != .immediate || policy.timeout != nil { needsTime = true }
        let time = time()
        if policy.isDebounced, turnStart == nil { beginTurn(at: time) }
        perform(scheduler.submit(entry, at: time, inTurnSince: turnStart))
        switch details.decision {
        case .start: return .start
        case .drop(let reason): return .drop(reason)
        case nil:
            entry.startsLater = true
            return .wait
        }
    }

    /// The callers of an action: the action in whose task it is executed, and those that await that one with `run`. Only
    /// callers that belong to its scene and have a policy are returned.
    private func callers(of record: ActionRecord) -> [ScheduledAction] {
        var callers: [ScheduledAction] = []
        var known = ActionContext.action
        while let caller = known {
            if caller.sceneNumber == record.sceneNumber, let entry = caller.scheduled { callers.append(entry) }
            known = caller.parent
        }
        return callers
    }

    /// The current time. Zero until a policy depends on time, because reading a clock takes as long as all the work of
    /// the scheduler.
    private func time() -> Duration { needsTime ? clock.now() : .zero }

    /// Waits in the task of an action until its policy has decided whether it starts.
    ///
    /// - Returns: Whether the action may start. If not, the drop has been reported.
    func mayStart(_ record: ActionRecord) async -> Bool {
        // The usual case in a burst: the action was replaced before its task could begin. It needs no permit.
        guard let entry = record.scheduled, record.details?.decision == nil else { return false }
        return await permit(for: entry).mayStart(record)
    }

    private func permit(for entry: Entry) -> StartPermit {
        if let known = entry.permit { return known }
        let permit = StartPermit(self)
        entry.permit = permit
        return permit
    }

    /// Records the decision about an action. Later decisions have no effect.
    private func decide(_ decision: StartPermit.Decision, on entry: Entry, _ record: ActionRecord) {
        if let permit = entry.permit {
            permit.decide(decision)
        } else if let details = record.details, details.decision == nil {
            details.decision = decision
        }
    }

    /// Records that an action has ended, whether or not it had started.
    func end(_ record: ActionRecord) {
        guard let entry = record.scheduled else { return }
        // Ends the reference cycle between the record and the entry.
        record.details?.scheduled = nil
        guard forget(entry) else { return }
        let time = time()
        perform(entry.isRunning ? scheduler.finish(entry, at: time) : scheduler.withdraw(entry, at: time))
    }

    /// Removes an entry. Returns `false` if it was removed before.
    private func forget(_ entry: Entry) -> Bool {
        guard entry.record != nil else { return false }
        entry.forget()
        count -= 1
        return true
    }

    /// Withdraws a waiting action that was cancelled.
    func withdraw(_ record: ActionRecord) {
        guard let entry = record.scheduled else { return }
        perform(scheduler.withdraw(entry, at: time()))
    }

    private func perform(_ decisions: [ActionScheduler.Decision]) {
        for decision in decisions {
            switch decision {
            case .start(let scheduled):
                let entry = unsafeDowncast(scheduled, to: Entry.self)
                if let record = entry.record { start(entry, record) }
            case .drop(let scheduled, let reason):
                let entry = unsafeDowncast(scheduled, to: Entry.self)
                guard let record = entry.record, let action = entry.action, forget(entry) else { continue }
                if entry.startsLater { callbacks.reportDrop(action, record, reason) }
                decide(.drop(reason), on: entry, record)
            case .cancel(let scheduled, let reason):
                let entry = unsafeDowncast(scheduled, to: Entry.self)
                if let record = entry.record, let action = entry.action { callbacks.cancel(action, record, reason) }
            }
        }
        updateTimer()
    }

    private func start(_ entry: Entry, _ record: ActionRecord) {
        let isNext = beginning.isEmpty || beginning[entry.group] == nil
        // A new action starts at once, unless actions of its group that have waited are about to start. It must not
        // overtake those, except if its policy has no limit or it shares its caller's slot.
        guard entry.startsLater || !isNext && entry.isOrdered && !entry.sharesSlot else {
            return decide(.start, on: entry, record)
        }
        let permit = permit(for: entry)
        beginning[entry.group, default: Queue()].append(permit)
        if isNext { permit.decide(.start) }
    }

    /// Records that the task of an action that may start has resumed, and lets the next action of the group start. The
    /// task may have been cancelled in the meantime.
    func didStart(_ record: ActionRecord) {
        guard let group = record.scheduled?.group else { return }
        _ = beginning[group]?.popFirst()
        if let next = beginning[group]?.first { next.decide(.start) } else { beginning[group] = nil }
    }

    // MARK: Time

    private func updateTimer() {
        // Without instrumentation, stale deadlines stay until they are due, so that one timer serves many actions. With it
        // they are removed, because a test that inspects its clock expects only deadlines that still count.
        if instrumentation != nil { scheduler.forgetStaleDeadlines() }
        guard let time = scheduler.nextDeadline else {
            timer?.task.cancel()
            timer = nil
            return
        }
        if let timer, timer.time == time { return }
        timer?.task.cancel()
        let clock = self.clock
        let task = ActionContext.local.withValue(nil) {
            // A fixed priority instead of the first action's, because the timer serves all waiting actions.
            TrackedTask.task("deadline of a policy", as: .deadline, in: instrumentation, priority: .userInitiated) {
                [weak self] in
                do {
                    try await clock.sleep(time)
                    if !Task.isCancelled { self?.deadlineReached(at: time) }
                } catch {
                    if !Task.isCancelled { self?.abandonDeadlines(after: error) }
                }
            }
        }
        timer = (task, time)
    }

    /// Called when the clock has failed. Drops the actions that are held back, because they would wait for ever.
    private func abandonDeadlines(after error: any Error) {
        timer = nil
        callbacks.report(.clockFailed("\(error)"))
        perform(scheduler.abandonDeadlines())
    }

    /// Records the time at which a main-actor turn begins. The whole turn counts as one moment.
    private func beginTurn(at time: Duration) {
        turnStart = time
        ActionContext.local.withValue(nil) {
            _ = Task { @MainActor [weak self] in self?.turnStart = nil }
        }
    }

    /// Tells the scheduler that a deadline is due.
    private func deadlineReached(at time: Duration) {
        timer = nil
        perform(scheduler.tick(at: max(time, clock.now())))
    }
}

/// Lets a delayed action wait until its policy decides whether it starts.
@MainActor
final class StartPermit {
    enum Decision {
        case start
        case drop(DropReason)
    }

    private(set) var decision: Decision?
    private var waiting: CheckedContinuation<Decision, Never>?
    private weak let dispatcher: ActionDispatcher?
    private var suspension: Suspension?

    init(_ dispatcher: ActionDispatcher) {
        self.dispatcher = dispatcher
    }

    /// Sets the decision. Later decisions have no effect.
    func decide(_ decision: Decision) {
        guard self.decision == nil else { return }
        self.decision = decision
        suspension?.resume()
        waiting?.resume(returning: decision)
        waiting = nil
    }

    /// Suspends until the decision is made. Cancelling the task before that withdraws the action.
    ///
    /// - Returns: Whether the action may start. If not, the drop has been reported.
    func mayStart(_ record: ActionRecord) async -> Bool {
        if decision == nil, let entry = record.scheduled {
            suspension = record.trackedTask?.beginSuspension(
                entry.stage == .waiting ? "waiting for a slot of the group \(entry.group)" : "waiting for its policy")
        }
        let suspension = self.suspension
        let decided = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Decision, Never>) in
                if let decision = self.decision {
                    continuation.resume(returning: decision)
                } else {
                    waiting = continuation
                }
            }
        } onCancel: {
            suspension?.resume()
            onMainActor { [weak self] in self?.dispatcher?.withdraw(record) }
        }
        guard case .start = decided else { return false }
        dispatcher?.didStart(record)
        return true
    }
}
