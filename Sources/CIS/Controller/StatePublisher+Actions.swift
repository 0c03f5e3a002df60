/// What the task of an action does. On the publisher and not on the runtime, so that a running action does not keep the
/// runtime alive: releasing that is what cancels it.
extension StatePublisher {
    /// Called in the task of the action, right before its `handle`.
    func willHandle(_ action: some Sendable, _ record: ActionRecord, cause: SceneEvent.ID?) -> OpenEvent? {
        record.hasBegun = true
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

    /// Ends an action that never starts: its policy drops it, or it was cancelled before.
    ///
    /// - Parameter cause: What would have made it happen, where the caller's context no longer tells.
    func dropUnstarted(
        _ action: some Sendable, _ record: ActionRecord, reason: DropReason? = nil, cause: SceneEvent.ID? = nil
    ) {
        let reason = reason ?? record.cancelReason ?? .cancelledBeforeStart
        forgetUnstarted(record)
        reportDrop(action, record, reason: reason, cause: cause)
    }

    /// Ends an action that never starts, when that has been told.
    func forgetUnstarted(_ record: ActionRecord) {
        record.finish()
        registry.remove(record)
        rare?.dispatcher?.end(record)
    }

    private func reportDrop(
        _ action: some Sendable, _ record: ActionRecord, reason: DropReason, cause: SceneEvent.ID?
    ) {
        let reason: DropReason = flags.contains(.stopped) ? .stopped : reason
        reportDrop(.action, of: action, reason: reason, at: record.callSite, cause: cause)
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: currentCause, at: site)
        report(
            SceneDiagnostic(
                kind: .runawayActions(cycle: chain.cycle), scene: identity, subject: action, callSite: site))
    }

    /// Asks the action's policy how it goes on.
    ///
    /// - Parameters:
    ///   - caller: The action in which it is executed, of whatever scene.
    ///   - cause: The event that makes it happen.
    func admit(
        _ action: some Sendable, _ policy: ActionPolicy, as record: ActionRecord, caller: ActionRecord?,
        cause: SceneEvent.ID?
    ) -> ActionDispatcher.Answer {
        guard !policy.isPlain else { return .start }
        let dispatcher = rare?.dispatcher ?? makeDispatcher()
        return dispatcher.submit(action, policy: policy, record: record, caller: caller, cause: cause)
    }

    private func makeDispatcher() -> ActionDispatcher {
        let orders = ActionDispatcher.Orders(
            cancel: { [weak self] in self?.cancel($0, $1, reason: $2) },
            reportDrop: { [weak self] in self?.reportDrop($0, $1, reason: $2, cause: $3) })
        let dispatcher = ActionDispatcher(clock: clock ?? RuntimeClock(ContinuousClock()), orders: orders)
        rareParts().dispatcher = dispatcher
        return dispatcher
    }

    /// Cancels a running action because a policy says so. One whose `handle` was not called yet is dropped, in the
    /// job in which it would have begun.
    private func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        record.cancelReason = reason
        if record.hasBegun { events?.report(.cancelled(action, reason: reason), cause: record.event) }
        (record.task ?? registry.task(of: record))?.cancel()
    }
}
