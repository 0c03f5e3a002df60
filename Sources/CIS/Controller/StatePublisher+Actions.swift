/// What the task of an action does. On the publisher and not on the runtime, so that a running action does not keep the
/// runtime alive: releasing that is what cancels it.
extension StatePublisher {
    /// Starts an action in place, up to its first suspension, where the system can; else in a job of its own.
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
                // Where a task cannot start in place, time has passed.
                guard !Task.isCancelled else { return self.dropUnstarted(action, record) }
                let event = self.willHandle(action, record)
                if let activity = record.activity {
                    await activity.perform { await controller.handle(action) }
                } else {
                    await controller.handle(action)
                }
                self.didHandle(record, event)
            }
        }
        flags.remove(.starting)
        SceneTracing.synchronousCause = outerCause
        if !record.isFinished {
            record.task = task
            if record.hasBegun { record.chain?.hasSuspended = true }
            if record.cancelReason != nil { task.cancel() }
        }
        return task
    }

    /// Called in the task of the action, right before its `handle`.
    private func willHandle(_ action: some Sendable, _ record: ActionRecord) -> OpenEvent? {
        record.hasBegun = true
        runningActions += 1
        flags.insert(.acting)
        guard !flags.isDisjoint(with: .checked | .traced) else { return nil }
        record.madeDetails().action = action
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
        rare?.dispatcher?.end(record)
        guard let event else { return }
        event.end(wasCancelled ? .cancelled : .finished)
        record.details?.events = nil
    }

    /// Ends an action that never starts: its policy drops it, or it was cancelled before.
    func dropUnstarted(_ action: some Sendable, _ record: ActionRecord, reason: DropReason? = nil) {
        // A stopped scene registers nothing: who is registered came before the stop, and did nothing wrong.
        let isLate = flags.contains(.stopped) && !record.isRegistered
        let reason = isLate ? .stopped : reason ?? record.cancelReason ?? .cancelledBeforeStart
        forgetUnstarted(record)
        reportDrop(action, record, reason: reason)
    }

    /// Ends an action that never starts, when that has been told.
    func forgetUnstarted(_ record: ActionRecord) {
        record.finish()
        knownRegistry?.remove(record)
        rare?.dispatcher?.end(record)
    }

    private func reportDrop(_ action: some Sendable, _ record: ActionRecord, reason: DropReason) {
        reportDrop(.action, of: action, reason: reason, cause: record.cause, at: record.callSite)
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
        let dispatcher = rare?.dispatcher ?? makeDispatcher()
        return dispatcher.submit(action, policy: policy, record: record)
    }

    private func makeDispatcher() -> ActionDispatcher {
        let orders = ActionDispatcher.Orders(
            cancel: { [weak self] in self?.cancel($0, $1, reason: $2) },
            reportDrop: { [weak self] in self?.reportDrop($0, $1, reason: $2) })
        let dispatcher = ActionDispatcher(
            clock: rare?.clock ?? RuntimeClock(ContinuousClock()), ledger: ledger, orders: orders)
        rareParts().dispatcher = dispatcher
        return dispatcher
    }

    /// Tells the ledger, if there is one, how to cancel an action.
    nonisolated func letToolsCancel(_ record: ActionRecord) {
        record.activity?.cancels { [weak self, weak record] in
            guard let record else { return }
            (record.details?.outerTask ?? record.task ?? self?.knownRegistry?.task(of: record))?.cancel()
        }
    }

    /// Cancels a running action because a policy says so. One whose `handle` was not called yet is dropped, in the
    /// job in which it would have begun.
    private func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        record.madeDetails().cancelReason = reason
        if record.hasBegun { events?.report(.cancelled(action, reason: reason), cause: record.event) }
        (record.details?.outerTask ?? record.task ?? knownRegistry?.task(of: record))?.cancel()
    }
}
