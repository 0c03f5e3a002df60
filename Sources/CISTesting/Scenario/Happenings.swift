public import CIS

/// What happened in the scenes of one definition, as values: the result of a `when`.
///
/// Reading a list of mutations or outputs counts as having checked it.
@MainActor
public struct Happenings<Definition: SceneDefinition> {
    private let records: ArraySlice<EventRecorder.Record>
    private let assertions: Assertions
    /// The names of the stubbed functions that were called, of all stubs, in the order of the calls: `encode(_:)`.
    ///
    /// What they were called with is known to the stubs; see ``StubbedCall/calls``.
    public let calls: [String]

    init(_ records: ArraySlice<EventRecorder.Record>, calls: [String], _ assertions: Assertions) {
        self.records = records
        self.calls = calls
        self.assertions = assertions
    }

    private func values<Value>(_ pick: (SceneEvent.Kind) -> Any?) -> [Value] {
        records.compactMap { record in
            record.event.scene.type == Definition.self ? pick(record.event.kind) as? Value : nil
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
        assertions.noteSeen(.mutations, of: Definition.self, before: records.endIndex)
        return values { if case .mutation(let mutation) = $0 { mutation } else { nil } }
    }

    /// The mutations whose side effects were performed, in order.
    public var sideEffects: [Definition.Mutation] {
        values { if case .sideEffects(let mutation) = $0 { mutation } else { nil } }
    }

    /// What was told to the parent, in order.
    public var outputs: [Definition.Output] {
        assertions.noteSeen(.outputs, of: Definition.self, before: records.endIndex)
        return values { if case .output(let output) = $0 { output } else { nil } }
    }

    /// The states after each commit, in order.
    public var states: [Definition.State] {
        records.compactMap { $0.event.scene.type == Definition.self ? $0.state as? Definition.State : nil }
    }

    /// The actions and mutations that were not carried out, and why.
    public var drops: [(value: any Sendable, reason: DropReason)] {
        records.compactMap { record in
            guard record.event.scene.type == Definition.self else { return nil }
            guard case .dropped(_, let value, let reason) = record.event.kind else { return nil }
            return (value, reason)
        }
    }

    /// What happened in the scenes of another definition at the same time, such as a child.
    public func `in`<Other: SceneDefinition>(_ definition: Other.Type) -> Happenings<Other> {
        Happenings<Other>(records, calls: calls, assertions)
    }
}
