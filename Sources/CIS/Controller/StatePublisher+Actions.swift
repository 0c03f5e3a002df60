import Synchronization

/// What the task of an action does. On the publisher and not on the runtime, so that a running action does not keep the
/// runtime alive: releasing that is what cancels it.
extension StatePublisher {
    /// Starts an action in place, up to its first suspension.
    func start<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) -> Task<Void, Never> {
        // What the action does is caused by the action, not by the commit inside which it may have been executed.
        let outerCause = SceneTracing.synchronousCause
        SceneTracing.synchronousCause = nil
        flags.insert(.starting)
        // Bound around the creation, and so inherited by the task: it takes the place of the caller's context.
        let task = ActionContext.local.withValue(ActionContext(action: record, cause: nil)) {
            startTaskInPlace { @MainActor in
                if record.wasDeferredBySystem {
                    return await self.startDeferredBySystem(action, by: controller, as: record)
                }
                await self.perform(action, by: controller, as: record)
            }
        }
        flags.remove(.starting)
        SceneTracing.synchronousCause = outerCause
        if record.hasBegun { record.chain?.hasSuspended = true }
        return task
    }

    /// Starts an action whose start was deferred, and waits for it. Called in a main-actor job of its own, in the task that the
    /// caller was given.
    ///
    /// - Parameters:
    ///   - isPending: Whether it was counted as pending.
    ///   - mayStart: Waits until the action's policy lets it start. If it never does, that is told.
    func startDeferred<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord, isPending: Bool,
        ifAllowed mayStart: (@MainActor @Sendable () async -> Bool)? = nil
    ) async {
        record.isDeferred = true
        defer { record.endTrackedTask() }
        if isPending { pendingStarts.subtract(1, ordering: .relaxed) }
        record.ensureDetails().outerTask = registry.task(of: record)
        if let mayStart, await !mayStart() { return forgetUnstarted(record) }
        guard !Task.isCancelled else { return dropUnstarted(action, record) }
        if flags.contains(.alwaysDefers) {
            record.chain?.noteSuspension()
            return await ActionContext.local.withValue(ActionContext(action: record, cause: nil)) {
                await perform(action, by: controller, as: record)
            }
        }
        // In place from here on, so that it is known how far the action gets before it first suspends.
        let started = start(action, by: controller, as: record)
        guard !record.isFinished else { return }
        let caller = CancellationTraversal.thisTask
        await withTaskCancellationHandler {
            await started.value
        } onCancel: {
            CancellationTraversal.cancel(started, awaitedBy: caller)
        }
    }

    /// Called in the task of the action.
    private func perform<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        let event = willHandle(action, record)
        if let trackedTask = record.trackedTask {
            await trackedTask.perform { await controller.handle(action) }
        } else {
            await controller.handle(action)
        }
        didHandle(record, event)
    }

    /// Called in the task of the action, right before its `handle`.
    private func willHandle(_ action: some Sendable, _ record: ActionRecord) -> OpenEvent? {
        record.begin(in: flagsAddress)
        runningActions += 1
        flags.insert(.acting)
        guard !flags.isDisjoint(with: .checked | .traced) else { return nil }
        record.ensureDetails().action = action
        guard let events else { return nil }
        let event = events.beginAsync(.action(action), cause: record.cause, at: record.callSite)
        record.details?.events = events
        record.details?.event = event.id
        return event
    }

    /// Called in the task of the action, right after its `handle`.
    private func didHandle(_ record: ActionRecord, _ event: OpenEvent?) {
        let wasCancelled = event != nil && record.isCancelled
        record.finish()
        runningActions -= 1
        if runningActions == 0 { flags.remove(.acting) }
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
        guard let event else { return }
        event.end(wasCancelled ? .cancelled : .finished)
        record.details?.events = nil
    }

    /// Ends an action that never starts: its policy drops it, or it was cancelled before.
    func dropUnstarted(_ action: some Sendable, _ record: ActionRecord, reason: DropReason? = nil) {
        // A stopped scene registers nothing: who is registered came before the stop, and did nothing wrong.
        let wasDeferredBySystem = flags.contains(.stopped) && !record.isRegistered
        let reason = reason ?? (wasDeferredBySystem ? .stopped : record.cancelReason ?? .cancelledBeforeStart)
        forgetUnstarted(record)
        reportDrop(action, record, reason: reason)
    }

    /// Ends an action that never starts, when that has been told.
    func forgetUnstarted(_ record: ActionRecord) {
        record.finish()
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
    }

    private func reportDrop(_ action: some Sendable, _ record: ActionRecord, reason: DropReason) {
        reportDrop(.action, of: action, reason: reason, cause: record.cause, at: record.callSite)
    }

    /// The chain that an action belongs to which is executed now, if it is in one.
    func chain(to action: some Sendable) -> CallbackChain? {
        // A task that outlives its action waits for something: it does not carry the chain on.
        let caller = ActionContext.current.flatMap { $0.action.isFinished ? nil : $0.action }
        // Inside a commit of this scene, or of the one whose action executes this: where every start is deferred, the commit of
        // the one is over before the action of the other begins.
        let isCallback = flags.contains(.publishing) || caller?.isInsideCommit ?? false
        guard isCallback || caller?.chain != nil else { return nil }
        return .chain(after: caller?.chain, to: action, isCallback: isCallback)
    }

    /// Whether an action that is executed now starts in place.
    var mayStartInPlace: Bool {
        flags.isDisjoint(with: .defersStart) && pendingStarts.load(ordering: .relaxed) == 0
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: currentCause, at: site)
        report(
            SceneDiagnostic(
                kind: .runawayActions(cycle: chain.cycle), scene: identity, subject: action, callSite: site))
    }

    /// Asks the action's policy how it goes on. Called in the task context in which the action is executed.
    func admit(_ action: some Sendable, _ policy: ActionPolicy, as record: ActionRecord) -> ActionDispatcher.Answer {
        guard !policy.isPlain else { return .start }
        let dispatcher = extras?.dispatcher ?? makeDispatcher()
        return dispatcher.submit(action, policy: policy, record: record)
    }

    private func makeDispatcher() -> ActionDispatcher {
        let orders = ActionDispatcher.Orders(
            cancel: { [weak self] in self?.cancel($0, $1, reason: $2) },
            reportDrop: { [weak self] in self?.reportDrop($0, $1, reason: $2) },
            report: { [weak self] in self?.report($0, on: $1, $2) })
        let dispatcher = ActionDispatcher(
            clock: extras?.clock ?? RuntimeClock(ContinuousClock()), quiescenceTracker: quiescenceTracker,
            orders: orders,
            isChecking: { [weak self] in self.map { !$0.flags.isDisjoint(with: .checked | .traced) } ?? false })
        ensureExtras().dispatcher = dispatcher
        return dispatcher
    }

    private func report(_ kind: SceneDiagnostic.Kind, on subject: (any Sendable)?, _ record: ActionRecord?) {
        report(SceneDiagnostic(kind: kind, scene: identity, subject: subject, callSite: record?.callSite))
    }

    /// Tells the quiescence tracker, if there is one, how to cancel an action.
    nonisolated func registerCancellation(_ record: ActionRecord) {
        record.trackedTask?.cancels { [weak self, weak record] in
            guard let record else { return }
            (record.details?.outerTask ?? record.task ?? self?.knownRegistry?.task(of: record))?.cancel()
        }
    }

    /// Cancels a running action because a policy says so. One whose `handle` was not called yet is dropped, in the
    /// job in which it would have begun.
    private func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        record.ensureDetails().cancelReason = reason
        if record.hasBegun { events?.report(.cancelled(action, reason: reason), cause: record.event) }
        (record.details?.outerTask ?? record.task ?? knownRegistry?.task(of: record))?.cancel()
    }
}
