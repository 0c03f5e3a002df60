/// The action and the use case in whose task the caller runs.
@usableFromInline
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
    // Declared without the `@TaskLocal` macro, so that code of the fast path that is inlined into clients can bind it.
    @usableFromInline static let local = TaskLocal<ActionRecord?>(wrappedValue: nil)

    /// The innermost action of this task context.
    @inlinable static var action: ActionRecord? { local.get() }

    /// `true` if the caller runs outside of all actions: no action runs at all, or the task context has none.
    // While no action runs, the task-local value is not looked up, which saves 129 instructions.
    @MainActor @inlinable static var isOutsideOfActions: Bool { ActionRecord.runningCount == 0 || action == nil }

    /// Calls `handle` in the context of an action.
    // Always inlined, so that it has no frame. It takes over the isolation of its caller, so that the caller's frame keeps one
    // reference to the main actor instead of two.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) static func handle<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        await handle(action, by: controller, as: record, on: #isolation)
    }

    // The closure captures the isolation, and so runs where `withValue` runs. A closure that is isolated to the main actor
    // would look at the executor once more, which takes 183 instructions.
    @inlinable
    @inline(__always)
    static func handle<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord,
        on actor: isolated (any Actor)?
    ) async {
        await local.withValue(record) {
            _ = actor
            await controller.handle(action)
        }
    }

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
