/// What the task of an action does. On the publisher and not on the runtime, so that a running action does not keep the
/// runtime alive: releasing that is what cancels it.
extension StatePublisher {
    /// Called in the task of the action, right before its `handle`.
    func willHandle(_ action: some Sendable, _ record: ActionRecord, cause: SceneEvent.ID?) -> OpenEvent? {
        runningActions += 1
        flags.insert(.acting)
        guard !flags.isDisjoint(with: [.checked, .traced]) else { return nil }
        record.action = action
        guard let events else { return nil }
        let event = events.beginAsync(.action(action), cause: cause, at: record.callSite)
        record.events = events
        record.event = event.id
        return event
    }

    /// Called in the task of the action, right after its `handle`.
    func didHandle(_ record: ActionRecord, _ event: OpenEvent?) {
        let wasCancelled = event != nil && record.isCancelled
        record.finish()
        runningActions -= 1
        if runningActions == 0 { flags.remove(.acting) }
        registry.remove(record)
        rare?.dispatcher?.end(record)
        guard let event else { return }
        event.end(wasCancelled ? .cancelled : .finished)
        record.events = nil
    }

    /// Ends an action that was cancelled while it waited for its start.
    func dropUnstarted(
        _ action: some Sendable, _ record: ActionRecord, reason policyReason: DropReason = .cancelledBeforeStart
    ) {
        record.finish()
        registry.remove(record)
        rare?.dispatcher?.end(record)
        let reason: DropReason = flags.contains(.stopped) ? .stopped : policyReason
        reportDrop(.action, of: action, reason: reason, at: record.callSite)
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: currentCause, at: site)
        report(
            SceneDiagnostic(
                kind: .runawayActions(cycle: chain.cycle), scene: identity, subject: action, callSite: site))
    }

    /// Asks the action's policy how it goes on.
    func admit(_ action: some Sendable, _ policy: ActionPolicy, as record: ActionRecord) -> ActionDispatcher.Answer {
        guard !policy.isPlain else { return .start }
        let rare = rareParts()
        let dispatcher = rare.dispatcher ?? ActionDispatcher(clock: clock ?? RuntimeClock(ContinuousClock())) {
            [weak self] in self?.cancel($0, $1, reason: $2)
        }
        rare.dispatcher = dispatcher
        let executor = ActionContext.action(of: sceneNumber)
        return dispatcher.submit(action, policy: policy, record: record, executor: executor)
    }

    /// Cancels a running action because a policy says so.
    private func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        events?.report(.cancelled(action, reason: reason), cause: record.event)
        record.isCancelRequested = true
        (record.task ?? registry.task(of: record))?.cancel()
    }
}
