extension SceneTracing {
    /// Runs a use case as an event of the action it belongs to.
    @MainActor
    @usableFromInline
    static func useCase<UseCase: Sendable>(
        _ useCase: UseCase, at site: CallSite, perform: @MainActor () async -> Void
    ) async {
        guard let context = ActionContext.current, let events = context.action.events else { return await perform() }
        let running = events.beginAsync(.useCase(useCase), cause: context.cause ?? context.action.event, at: site)
        await ActionContext.local.withValue(ActionContext(action: context.action, cause: running.id)) {
            await perform()
        }
        running.end(context.action.isCancelled ? .cancelled : .finished)
    }
}
