public import Synchronization

/// Whether any scene of the process is traced, and the use cases of those that are.
@usableFromInline
enum SceneTracing {
    /// The number of attached scene observers, so that an untraced use case costs one relaxed load. It only counts: what is traced
    /// is decided scene by scene.
    @usableFromInline static let attachedObservers = Atomic<Int>(0)

    @inlinable static var isOff: Bool { attachedObservers.load(ordering: .relaxed) == 0 }

    /// The synchronous event in progress: a commit, a side effect. Set and restored within one main-actor stretch.
    @MainActor static var synchronousCause: SceneEvent.ID?

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
