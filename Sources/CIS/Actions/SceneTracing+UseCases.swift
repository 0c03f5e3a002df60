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
