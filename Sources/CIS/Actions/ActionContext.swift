/// The action and the use case in whose task the caller runs.
@usableFromInline
enum ActionContext {
    /// A use case that is traced, and the action it belongs to.
    struct UseCase: Sendable {
        let action: ActionRecord
        let event: SceneEvent.ID
    }

    // Only the record, which is one reference. A value that also had the use case would be bound, copied and destroyed
    // by generated functions, which take more instructions in every action.
    //
    // Declared without the `@TaskLocal` macro, so that code of the fast path that is inlined into clients can bind it.
    @usableFromInline static let local = TaskLocal<ActionRecord?>(wrappedValue: nil)

    /// The innermost action of this task context.
    @inlinable static var action: ActionRecord? { local.get() }

    /// The innermost action of the given scene in this task context.
    static func action(of sceneNumber: UInt64) -> ActionRecord? {
        var record = action
        while let candidate = record, candidate.sceneNumber != sceneNumber { record = candidate.parent }
        return record
    }

    /// The innermost traced use case. It belongs to the innermost action only if that action has performed it.
    @TaskLocal static var useCase: UseCase?

    /// The event that is the cause of what an action does now: its use case if that is traced, otherwise the action.
    @MainActor
    static func cause(within action: ActionRecord) -> SceneEvent.ID? {
        if let useCase, useCase.action === action { return useCase.event }
        return action.event
    }
}
