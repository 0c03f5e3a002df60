/// What the task of an action does. On the publisher and not on the runtime, so that a running action does not keep the
/// runtime alive: releasing that is what cancels it.
extension StatePublisher {
    func carryOut<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord, cause: SceneEvent.ID?
    ) async {
        let event = willStart(action, record, cause: cause)
        await withTaskCancellationHandler {
            await controller.handle(action)
        } onCancel: {
            record.cancel(counting: cancelledActions)
        }
        record.finish(counting: cancelledActions)
        registry.remove(record)
        if let event {
            event.end(record.isCancelled ? .cancelled : .finished)
            record.events = nil
        }
    }

    private func willStart(_ action: some Sendable, _ record: ActionRecord, cause: SceneEvent.ID?) -> OpenEvent? {
        guard !flags.isDisjoint(with: [.checked, .traced]) else { return nil }
        record.action = action
        guard let events else { return nil }
        let event = events.beginAsync(.action(action), cause: cause, at: record.callSite)
        record.events = events
        record.event = event.id
        return event
    }

    /// Ends an action that was cancelled while it waited for its start.
    func dropUnstarted(_ action: some Sendable, _ record: ActionRecord) {
        record.finish(counting: cancelledActions)
        registry.remove(record)
        let reason: DropReason = flags.contains(.stopped) ? .stopped : .cancelledBeforeStart
        reportDrop(.action, of: action, reason: reason, at: record.callSite)
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: currentCause, at: site)
        report(
            SceneDiagnostic(
                kind: .runawayActions(cycle: chain.cycle), scene: identity, subject: action, callSite: site))
    }
}
