import Synchronization

// What the runtime, which calls its scene `publisher`, and an `ActionTask`, which calls it `core`, do with the scene.

extension SceneCore {
    /// Whether an action that is executed now starts in place. These are the exceptions of guarantee G1.
    var mayStartInPlace: Bool {
        // The scene is publishing, is starting another action, or the system cannot start tasks in place.
        flags.isDisjoint(with: .defersStart)
            // Actions were executed before whose start was deferred. Those that wait for their policies do not count.
            && pendingStarts.load(ordering: .relaxed) == 0
            // An action of the scene has begun in a job of its own, and has not suspended yet.
            && !BeginningAction.isInside(ofScene: sceneNumber)
            // 32 actions are starting in place, each inside the one before.
            && BeginningAction.mayNest
    }

    /// Registers an action that was started in place and has not finished, so that it can be cancelled from outside.
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        if !record.isRunning {
            // The system has deferred the start; see `makeTaskInPlace`.
            record.wasDeferredBySystem = true
            pendingStarts.add(1, ordering: .relaxed)
        }
        registry.insert(of: record) { task }
    }

    // MARK: - Policies

    /// Submits an action to the scheduler, which decides by its policy whether it starts, is dropped or waits (`nil`).
    /// Called in the task context in which the action is executed.
    func admit(_ action: some Sendable, _ policy: ActionPolicy, as record: ActionRecord) -> StartDecision? {
        guard !policy.isPlain else { return .start }
        let extras = ensureExtras()
        let dispatcher = extras.dispatcher ?? ActionDispatcher(of: self)
        extras.dispatcher = dispatcher
        return dispatcher.submit(action, policy: policy, record: record)
    }

    /// Tells the instrumentation, if there is one, how to cancel an action.
    nonisolated func registerCancellation(_ record: ActionRecord) {
        guard let trackedTask = record.trackedTask else { return }
        trackedTask.instrumentation.setCancellation(of: trackedTask.number) { [weak self, weak record] in
            record?.cancel(registeredIn: self?.knownRegistry)
        }
    }

    /// Cancels a running action because of a policy. If its `handle` was not called yet, the action is dropped at the
    /// place that would call `handle`. The code there checks the reason, because the action may not have a task yet.
    func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        record.cancelReason = reason
        if record.isRunning { events?.report(.cancelled(action, reason: reason), cause: record.trace?.event) }
        record.cancel(registeredIn: knownRegistry)
    }

    // MARK: - Callback chains

    /// The callback chain of an action that is executed now, if it belongs to one.
    func chain(to action: some Sendable) -> CallbackChain? {
        // A task that outlives its action has suspended, so it does not continue the chain.
        let caller = ActionContext.action.flatMap { $0.isFinished ? nil : $0 }
        // The action is executed inside a commit of this scene, or inside a commit of the scene whose action executes
        // it. The second check finds loops across two scenes if every start is deferred, because this scene's own
        // commit is then over already.
        let isCallback = flags.contains(.publishing) || caller?.scene?.flags.contains(.publishing) ?? false
        guard isCallback || caller?.chain != nil else { return nil }
        return .chain(after: caller?.chain, to: action, isCallback: isCallback)
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: SceneEvent.currentCause, at: site)
        report(.runawayActions(cycle: chain.cycle), action, at: site)
    }

    // MARK: - Running

    /// Records that the action runs. Called right before `handle`, in the action's task.
    func willHandle(_ action: some Sendable, _ record: ActionRecord) {
        record.begin(in: self)
        runningActions += 1
        // A posted action has no trace yet.
        if record.trace == nil, flags.contains(.watched) { record.trace = ActionTrace(action) }
    }

    func beginEvent(of action: some Sendable, _ record: ActionRecord) -> OpenEvent? {
        guard let events, let trace = record.trace else { return nil }
        let event = events.beginAsync(.action(action), cause: trace.cause, at: record.callSite)
        trace.event = event.id
        return event
    }

    /// Unregisters the action, and lets the scheduler start others. Called right after `handle`, in the action's task.
    func didHandle(_ record: ActionRecord) {
        record.finish()
        runningActions -= 1
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
    }

    // MARK: - Dropping

    /// Drops an action before its start, because of its policy or because it was cancelled, and reports the drop.
    func dropUnstarted(_ action: some Sendable, _ record: ActionRecord, reason: DropReason? = nil) {
        // A stopped scene registers no actions. An action that is registered was therefore executed before the stop,
        // which is not an error.
        let cameAfterStop = flags.contains(.stopped) && !record.isRegistered
        let reason = reason ?? (cameAfterStop ? .stopped : record.cancelReason ?? .cancelledBeforeStart)
        record.endWatch?.dropReason = reason
        forgetUnstarted(record)
        reportDrop(action, record, reason: reason)
    }

    /// Unregisters an action that never starts and whose drop has been reported.
    func forgetUnstarted(_ record: ActionRecord) {
        record.finish()
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
    }

    func reportDrop(_ action: some Sendable, _ record: ActionRecord, reason: DropReason) {
        record.endWatch?.dropReason = reason
        reportDrop(.action, of: action, reason: reason, cause: record.trace?.cause, at: record.callSite)
    }

    func reportDrop(
        _ dropped: SceneEvent.Dropped, of value: some Sendable, reason: DropReason, cause: SceneEvent.ID? = nil,
        at site: CallSite
    ) {
        events?.report(.dropped(dropped, value, reason: reason), cause: cause ?? SceneEvent.currentCause, at: site)
        // Building a diagnostic costs more than the rest of a drop. It is skipped if the reporter would ignore it.
        guard !reporter.ignores(reason) else { return }
        report(
            dropped == .action ? .actionDropped(reason) : .mutationDropped(reason), value, at: site,
            in: ActionContext.action(of: sceneNumber))
    }
}
