/// The action and the use case in whose task the caller runs.
enum ActionContext {
    /// Only ids, so that a task that inherits this value, such as a source's, keeps neither of the two alive.
    struct UseCase: Sendable {
        let action: SceneEvent.ID
        let event: SceneEvent.ID
    }

    // Contains only the record: with the use case in it, every action would take more instructions to bind and copy it.
    // Not with the `@TaskLocal` macro, so that it can be bound with a closure that takes over the isolation of its
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

    /// The innermost traced use case. It may belong to an outer action, or to one that has ended: compare its `action`.
    @TaskLocal static var useCase: UseCase?

    /// The event that is the cause of what an action does now: its use case if that is traced, otherwise the action.
    @MainActor
    static func cause(within action: ActionRecord) -> SceneEvent.ID? {
        guard let event = action.trace?.event else { return nil }
        if let useCase, useCase.action == event { return useCase.event }
        return event
    }
}

extension SceneEvent {
    /// The event of which the caller is a part: the cause of what is executed now. `nil` outside of traced events.
    @MainActor package static var currentCause: ID? {
        guard !SceneTracing.isOff else { return nil }
        if let cause = SceneTracing.synchronousCause { return cause }
        return ActionContext.action.flatMap { ActionContext.cause(within: $0) }
    }
}

extension SceneTracing {
    @MainActor
    static func useCase<UseCase: Sendable>(
        _ useCase: UseCase, at site: CallSite, perform: @MainActor () async -> Void
    ) async {
        guard let action = ActionContext.action, let events = action.scene?.events, let event = action.trace?.event
        else {
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

// MARK: - Starting now or later

/// Whether an action that nothing delays starts before `execute` returns: always on Linux, on Apple systems since 26.
///
/// `CIS_DEFERRED_STARTS=1` in the environment of the process defers every start, so that an app and its tests can be
/// run as on older systems.
package let systemStartsTasksInPlace: Bool = {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        environmentVariable("CIS_DEFERRED_STARTS") != "1"
    } else {
        false
    }
}()

/// Knows which action has begun in a main-actor job of its own, and has not suspended yet. For example, a posted action
/// begins in this way.
///
/// The runtime cannot observe when a task that was not started in place first suspends. Instead it enqueues a
/// main-actor job when the action starts. When this job runs, the action has suspended or ended, because the main
/// actor's queue is first in, first out. One job serves all such actions that start before it runs.
@MainActor
enum BeginningAction {
    /// The action that started last, until it ends or the next main-actor job of this type runs. The action's task also
    /// holds the record, so that no object of the client is released when this property changes.
    private static var record: ActionRecord?
    private static var isEndRequested = false
    /// Whether `record`, during its own start, is starting another action in place.
    private static var isNested = false
    /// The number of starts in place that are in progress, each inside the one before.
    private static var depth = 0
    private static let greatestDepth = 32

    /// Records that an action starts now, in the task that its caller was given.
    static func begin(_ starting: ActionRecord) {
        record = starting
        guard !isEndRequested else { return }
        isEndRequested = true
        // Detached, so that it does not keep the action's context. It has a high priority, because it must not be
        // overtaken on systems that order the queue by priority.
        Task.detached(priority: .high) { @MainActor in
            isEndRequested = false
            record = nil
        }
    }

    static func end(_ ending: ActionRecord) {
        if record === ending { record = nil }
    }

    /// Whether the caller runs in the beginning of such an action of the scene.
    static func isInside(ofScene sceneNumber: UInt64) -> Bool {
        record?.sceneNumber == sceneNumber && isInside
    }

    static func nesting<Result>(_ start: () -> Result) -> Result {
        let outer = isNested
        isNested = isInside
        depth += 1
        defer {
            isNested = outer
            depth -= 1
        }
        return start()
    }

    /// Whether another action may start in place here. Scenes that pass an action on to each other nest their starts,
    /// and beyond a depth that real scenes do not reach, the call stack could overflow.
    static var mayNest: Bool { depth < greatestDepth }

    private static var isInside: Bool {
        guard let record else { return false }
        return isNested || !record.isFinished && ActionContext.action === record
    }
}
