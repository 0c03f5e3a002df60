/// Actions with a policy.
extension SceneCore {
    /// Submits an action to the scheduler, which decides by its policy whether it starts, waits or is dropped. Called
    /// in the task context in which the action is executed.
    func admit(_ action: some Sendable, _ policy: ActionPolicy, as record: ActionRecord) -> ActionDispatcher.Answer {
        guard !policy.isPlain else { return .start }
        let dispatcher = extras?.dispatcher ?? makeDispatcher()
        return dispatcher.submit(action, policy: policy, record: record)
    }

    private func makeDispatcher() -> ActionDispatcher {
        let callbacks = ActionDispatcher.Callbacks(
            cancel: { [weak self] in self?.cancel($0, $1, reason: $2) },
            reportDrop: { [weak self] in self?.reportDrop($0, $1, reason: $2) },
            report: { [weak self] in self?.report($0) })
        let dispatcher = ActionDispatcher(
            clock: extras?.clock ?? RuntimeClock(ContinuousClock()), instrumentation: instrumentation,
            callbacks: callbacks)
        ensureExtras().dispatcher = dispatcher
        return dispatcher
    }

    private func report(_ kind: SceneDiagnostic.Kind) {
        report(SceneDiagnostic(kind: kind, scene: identity))
    }

    /// Tells the instrumentation, if there is one, how to cancel an action.
    nonisolated func registerCancellation(_ record: ActionRecord) {
        guard let trackedTask = record.trackedTask else { return }
        trackedTask.instrumentation.setCancellation(of: trackedTask.number) { [weak self, weak record] in
            guard let record else { return }
            (record.details?.outerTask ?? record.task ?? self?.knownRegistry?.task(of: record))?.cancel()
        }
    }

    /// Cancels a running action because of a policy. If its `handle` was not called yet, the action is dropped at the
    /// place that would call `handle`. The code there checks the reason, because the action may not have a task yet.
    private func cancel(_ action: any Sendable, _ record: ActionRecord, reason: DropReason) {
        record.ensureDetails().cancelReason = reason
        if record.hasBegun { events?.report(.cancelled(action, reason: reason), cause: record.event) }
        (record.details?.outerTask ?? record.task ?? knownRegistry?.task(of: record))?.cancel()
    }
}
