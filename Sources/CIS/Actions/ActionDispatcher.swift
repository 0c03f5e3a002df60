/// What a policy has decided about an action before its start.
enum StartDecision {
    case start
    case drop(DropReason)
}

/// An action with a policy, with everything that the dispatcher knows about it until it has ended.
// Not isolated, because its superclass is not. Only the dispatcher uses it.
final class DispatchedAction: ScheduledAction {
    /// Whether the action waits, or has waited, for its policy.
    // The first property, so that it takes no space of its own behind those of the superclass.
    fileprivate(set) var startsLater = false
    /// `nil` while the action waits.
    fileprivate var decision: StartDecision?
    /// `nil` when the action has ended, because its deadline may remain longer and must not keep the record.
    fileprivate(set) var record: ActionRecord?
    fileprivate(set) var action: (any Sendable)?
    /// Resumes the task of the action, which suspends until the decision.
    fileprivate var resume: CheckedContinuation<StartDecision, Never>?
    fileprivate var suspension: Suspension?
}

/// Carries out the decisions of a scene's scheduler. Created when the first action with a policy is executed.
@MainActor
final class ActionDispatcher {
    private let scheduler = ActionScheduler()
    /// The number of actions that are running, waiting or held back.
    private(set) var count = 0
    private var lastID: UInt64 = 0
    private var cases = CaseGroups()
    /// Whether any action so far had a policy that depends on time.
    private var needsTime = false
    private let clock: RuntimeClock
    private let instrumentation: (any SceneInstrumentation)?
    private weak let core: SceneCore?
    /// For each group, the actions that have waited and start next. They start one after the other, because resumed tasks
    /// can overtake each other on their way to the main actor.
    private var beginning: [GroupID: Queue<DispatchedAction>] = [:]
    private var timer: (task: Task<Void, Never>, time: Duration)?
    /// The time at which the current main-actor turn began, if an action was debounced in this turn.
    private var turnStart: Duration?

    init(of core: SceneCore) {
        clock = core.clock
        instrumentation = core.instrumentation
        self.core = core
    }

    deinit {
        timer?.task.cancel()
    }

    /// Submits an action to the scheduler. Called in the task context in which the action is executed. Returns `nil` if
    /// it waits; its task then calls ``mayStart(_:)``.
    func submit(_ action: some Sendable, policy: ActionPolicy, record: ActionRecord) -> StartDecision? {
        lastID += 1
        let scheduled = DispatchedAction(
            id: lastID, group: policy.group ?? cases.group(of: action), policy: policy, callers: callers(of: record),
            isAwaited: record.parent != nil)
        scheduled.record = record
        scheduled.action = action
        record.scheduled = scheduled
        count += 1
        if policy.timing != .immediate || policy.timeout != nil { needsTime = true }
        let time = time()
        if case .debounced = policy.timing, turnStart == nil { beginTurn(at: time) }
        perform(scheduler.submit(scheduled, at: time, inTurnSince: turnStart))
        if scheduled.decision == nil { scheduled.startsLater = true }
        return scheduled.decision
    }

    /// The callers of an action: the action in whose task it is executed, and those that await that one with `run`. Only
    /// callers that belong to its scene and have a policy are returned.
    private func callers(of record: ActionRecord) -> [ScheduledAction] {
        var callers: [ScheduledAction] = []
        var known = ActionContext.action
        while let caller = known {
            if caller.sceneNumber == record.sceneNumber, let scheduled = caller.scheduled {
                callers.append(scheduled)
            }
            known = caller.parent
        }
        return callers
    }

    /// Zero until a policy depends on time, because reading a clock takes as long as all the work of the scheduler.
    private func time() -> Duration { needsTime ? clock.now() : .zero }

    /// Waits in the task of an action until its policy has decided whether it starts. Cancelling the task before that
    /// withdraws the action. If this returns `false`, the drop has been reported.
    func mayStart(_ record: ActionRecord) async -> Bool {
        guard let scheduled = record.scheduled else { return false }
        // The usual case in a burst: the action was replaced before its task could begin.
        if case .drop = scheduled.decision { return false }
        if scheduled.decision == nil {
            scheduled.suspension = record.trackedTask?.beginSuspension(
                scheduled.stage == .waiting
                    ? "waiting for a slot of the group \(scheduled.group)" : "waiting for its policy")
        }
        let suspension = scheduled.suspension
        let decision = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<StartDecision, Never>) in
                if let decision = scheduled.decision {
                    continuation.resume(returning: decision)
                } else {
                    scheduled.resume = continuation
                }
            }
        } onCancel: {
            suspension?.resume()
            onMainActor { [weak self] in self?.withdraw(record) }
        }
        guard case .start = decision else { return false }
        didStart(record)
        return true
    }

    /// Records the decision about an action. Later decisions have no effect.
    private func decide(_ decision: StartDecision, on scheduled: DispatchedAction) {
        guard scheduled.decision == nil else { return }
        scheduled.decision = decision
        scheduled.suspension?.resume()
        scheduled.resume?.resume(returning: decision)
        scheduled.resume = nil
    }

    /// Records that an action has ended, whether or not it had started.
    func end(_ record: ActionRecord) {
        guard let scheduled = record.scheduled else { return }
        // Ends the reference cycle between the two.
        record.scheduled = nil
        guard forget(scheduled) else { return }
        let time = time()
        perform(scheduled.isRunning ? scheduler.finish(scheduled, at: time) : scheduler.withdraw(scheduled, at: time))
    }

    /// Forgets an action. Returns `false` if it was forgotten before.
    private func forget(_ scheduled: DispatchedAction) -> Bool {
        guard scheduled.record != nil else { return false }
        scheduled.record = nil
        scheduled.action = nil
        count -= 1
        return true
    }

    func withdraw(_ record: ActionRecord) {
        guard let scheduled = record.scheduled else { return }
        perform(scheduler.withdraw(scheduled, at: time()))
    }

    private func perform(_ decisions: [ActionScheduler.Decision]) {
        for decision in decisions {
            // Only this dispatcher submits actions to its scheduler.
            let scheduled = unsafeDowncast(decision.action, to: DispatchedAction.self)
            guard let record = scheduled.record, let action = scheduled.action else { continue }
            switch decision {
            case .start:
                start(scheduled)
            case .drop(_, let reason):
                _ = forget(scheduled)
                if scheduled.startsLater { core?.reportDrop(action, record, reason: reason) }
                decide(.drop(reason), on: scheduled)
            case .cancel(_, let reason):
                core?.cancel(action, record, reason: reason)
            }
        }
        updateTimer()
    }

    private func start(_ scheduled: DispatchedAction) {
        let isNext = beginning.isEmpty || beginning[scheduled.group] == nil
        // A new action starts at once, unless actions of its group that have waited are about to start. It must not
        // overtake those, except if its policy has no limit or it shares its caller's slot.
        guard scheduled.startsLater || !isNext && scheduled.policy.isLimited && !scheduled.sharesSlot else {
            return decide(.start, on: scheduled)
        }
        beginning[scheduled.group, default: Queue()].append(scheduled)
        if isNext { decide(.start, on: scheduled) }
    }

    /// Called when the task of an action that may start has resumed, perhaps cancelled: the next of its group starts.
    func didStart(_ record: ActionRecord) {
        guard let group = record.scheduled?.group else { return }
        _ = beginning[group]?.popFirst()
        if let next = beginning[group]?.first { decide(.start, on: next) } else { beginning[group] = nil }
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
        let kind: TrackedTask.Kind = scheduler.isTimeoutNext ? .limit : .deadline
        let task = ActionContext.local.withValue(nil) {
            // A fixed priority instead of the first action's, because the timer serves all waiting actions.
            TrackedTask.task("deadline of a policy", as: kind, in: instrumentation, priority: .userInitiated) {
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
        core?.report(.clockFailed("\(error)"))
        perform(scheduler.abandonDeadlines())
    }

    /// Records the time at which a main-actor turn begins. The whole turn counts as one moment.
    private func beginTurn(at time: Duration) {
        turnStart = time
        ActionContext.local.withValue(nil) {
            _ = Task { @MainActor [weak self] in self?.turnStart = nil }
        }
    }

    private func deadlineReached(at time: Duration) {
        timer = nil
        perform(scheduler.tick(at: max(time, clock.now())))
    }
}
