public import CIS

/// The effects of a `when` in a scene, as values.
///
/// It contains only the effects in the scene whose actions were executed. Use ``in(_:)`` for other scenes. Reading
/// ``mutations`` or ``outputs`` counts as asserting them.
@MainActor
public struct RecordedEffects<Definition: SceneDefinition> {
    private let records: ArraySlice<EventRecorder.Record>
    private let assertions: Assertions
    /// The number of the scene. `nil` for all scenes of the definition.
    private let scene: UInt64?
    /// The names of the stubbed functions that were called, such as `encode(_:)`, in the order of the calls.
    ///
    /// For the arguments see ``StubbedCall/calls``.
    public let calls: [String]

    init(
        _ records: ArraySlice<EventRecorder.Record>, calls: [String], _ assertions: Assertions, of scene: UInt64? = nil
    ) {
        self.scene = scene
        self.records = records
        self.calls = calls
        self.assertions = assertions
    }

    private func values<Value>(_ pick: (SceneEvent.Kind) -> Any?) -> [Value] {
        records.compactMap { isMeant($0) ? pick($0.event.kind) as? Value : nil }
    }

    private func isMeant(_ record: EventRecorder.Record) -> Bool {
        record.event.scene.type == Definition.self && (scene == nil || record.event.scene.number == scene)
    }

    private func noteSeen(_ subject: Assertions.Subject) {
        if let scene {
            assertions.noteSeen(subject, ofScene: scene, before: records.endIndex)
        } else {
            assertions.noteSeen(subject, of: Definition.self, before: records.endIndex)
        }
    }

    /// The actions that ran, in the order of their starts.
    public var actions: [Definition.Action] {
        values { if case .action(let action) = $0 { action } else { nil } }
    }

    /// The use cases that were performed, in the order of their starts.
    public var useCases: [Definition.UseCase] {
        values { if case .useCase(let useCase) = $0 { useCase } else { nil } }
    }

    /// The mutations that were applied, in order.
    public var mutations: [Definition.Mutation] {
        noteSeen(.mutations)
        return values { if case .mutation(let mutation) = $0 { mutation } else { nil } }
    }

    /// The mutations whose side effects were performed, in order.
    public var sideEffects: [Definition.Mutation] {
        values { if case .sideEffects(let mutation) = $0 { mutation } else { nil } }
    }

    /// The outputs that the scene sent to its parent, in order.
    public var outputs: [Definition.Output] {
        noteSeen(.outputs)
        return values { if case .output(let output) = $0 { output } else { nil } }
    }

    /// The state after each commit, in order.
    public var states: [Definition.State] {
        records.compactMap { isMeant($0) ? $0.state as? Definition.State : nil }
    }

    /// The actions and mutations that were not carried out, and why.
    public var drops: [(value: any Sendable, reason: DropReason)] {
        records.compactMap { record in
            guard isMeant(record) else { return nil }
            guard case .dropped(_, let value, let reason) = record.event.kind else { return nil }
            return (value, reason)
        }
    }

    /// The effects in all scenes of a definition during the same `when`, for example in the children. Scenes that have ended
    /// are included.
    public func `in`<Other: SceneDefinition>(_ definition: Other.Type) -> RecordedEffects<Other> {
        RecordedEffects<Other>(records, calls: calls, assertions)
    }
}
