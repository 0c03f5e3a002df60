/// The action and the use case in whose task the caller runs.
enum ActionContext {
    /// The ids of the events of a traced use case and of its action. Only ids, so that a task that inherits this value
    /// keeps neither of the two alive. For example, a source inherits it from the action whose commit opens the source.
    struct UseCase: Sendable {
        let action: SceneEvent.ID
        let event: SceneEvent.ID
    }

    // Contains only the record, which is one reference. If it also contained the use case, every action would take more
    // instructions to bind, copy and destroy it.
    //
    // Declared without the `@TaskLocal` macro, so that it can be bound with a closure that takes over the isolation of its
    // caller: see `ActionTask.handle`.
    static let local = TaskLocal<ActionRecord?>(wrappedValue: nil)

    /// The innermost action of this task context.
    static var action: ActionRecord? { local.get() }

    /// The innermost action of the given scene in this task context.
    static func action(of sceneNumber: UInt64) -> ActionRecord? {
        var record = action
        while let candidate = record, candidate.sceneNumber != sceneNumber { record = candidate.parent }
        return record
    }

    /// The innermost traced use case. It may belong to an outer action, or to an action that has ended. Compare its
    /// `action` to find out.
    @TaskLocal static var useCase: UseCase?

    /// The event that is the cause of what an action does now: its use case if that is traced, otherwise the action.
    @MainActor
    static func cause(within action: ActionRecord) -> SceneEvent.ID? {
        guard let event = action.event else { return nil }
        if let useCase, useCase.action == event { return useCase.event }
        return event
    }
}

extension SceneTracing {
    /// Runs a use case as an event of the action it belongs to.
    @MainActor
    @usableFromInline
    static func useCase<UseCase: Sendable>(
        _ useCase: UseCase, at site: CallSite, perform: @MainActor () async -> Void
    ) async {
        guard let action = ActionContext.action, let events = action.events, let event = action.event else {
            return await perform()
        }
        let cause = ActionContext.cause(within: action)
        let running = events.beginAsync(.useCase(useCase), cause: cause, at: site)
        await ActionContext.$useCase.withValue(ActionContext.UseCase(action: event, event: running.id)) {
            await perform()
        }
        running.end(action.isCancelled ? .cancelled : .finished)
    }
}
