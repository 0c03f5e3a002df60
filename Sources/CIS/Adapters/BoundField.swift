/// A field as a control sees it: the control reads the field, and each value that it sets executes an action.
///
/// An action that starts in place has changed the state when `set` returns. Otherwise the state still has the old value,
/// and a control that reads it would lose what the user has just typed. Therefore the control reads what it has set until
/// the action begins, at the latest until the end of the turn. From then on it reads the state, whatever has become of
/// the action: begun, dropped, or held back by its policy.
@MainActor
package struct BoundField<Definition: SceneDefinition, Value: Sendable> {
    private let scene: SceneRuntime<Definition>
    private let field: KeyPath<Definition.State, Value>
    private let action: @MainActor (Value) -> Definition.Action
    private let last = Box<Value?>(nil)
    /// A ``PathKind``.
    private let kind: Int32

    package init(
        _ field: KeyPath<Definition.State, Value>, of scene: SceneRuntime<Definition>,
        action: @escaping @MainActor (Value) -> Definition.Action
    ) {
        self.scene = scene
        self.field = field
        self.action = action
        let isStored = MemoryLayout<Definition.State>.offset(of: field) != nil
        kind = isStored ? PathKind.computed : pathKind(of: field)
        if kind == PathKind.checked, !scene.publisher.flags.contains(.mutating) {
            // The row may be gone before the control reads for the first time.
            let publisher = scene.publisher
            last.value = withExtendedLifetime(publisher) { CIS.readableValue(at: field, in: publisher.storage) }
        }
    }

    /// What the control shows. A read is tracked like ``SceneRuntime/observed(_:)``. In addition, the reader is
    /// invalidated when the control must show something else than it has set.
    ///
    /// A control may read once more after a commit has removed its row. Then this is what was there last.
    package var value: Value {
        if let gone = last.value, isGone {
            // The reader is told when the row comes back.
            scene.publisher.trackState()
            return writes.value(of: field) ?? gone
        }
        if kind == PathKind.unreadable, !writes.hasReportedUnreadable {
            writes.hasReportedUnreadable = true
            scene.publisher.reportUnreadable(kind, "A control reads its field without a check")
        }
        let stored = scene.observed(field)
        let value = writes.value(of: field) ?? stored
        last.value = value
        return value
    }

    /// What the control shows. `nil` if an index or a forced optional in the path is not there, or cannot be checked.
    package var readableValue: Value? { kind == PathKind.unreadable || isGone ? nil : value }

    private var isGone: Bool {
        let publisher = scene.publisher
        guard kind == PathKind.checked, !publisher.flags.contains(.mutating) else { return false }
        return withExtendedLifetime(publisher) { PathReading(field).isGone(in: publisher.storage) }
    }

    /// Executes the action for a value that the control has set. `onSettled` is called once when the control has to
    /// read again: at once if the action has begun or ended, otherwise at the end of the turn.
    package func set(
        _ value: Value, fileID: StaticString = #fileID, line: UInt = #line,
        onSettled: @escaping @MainActor () -> Void = {}
    ) {
        writes.forget(field)
        let watch = ActionEndWatch { _ in }
        _ = scene.start(action(value), at: CallSite(fileID: fileID, line: line), endWatch: watch)
        guard watch.isPending else {
            invalidateUnlessStored(value)
            return onSettled()
        }
        writes.add(value, of: field, until: watch)
        // The action's start was enqueued before this job. The job belongs to no action.
        ActionContext.local.withValue(nil) {
            _ = Task { @MainActor [weak scene, field, action] in
                guard let scene else { return }
                let bound = BoundField(field, of: scene, action: action)
                guard bound.writes.remove(watch, of: field) else { return }
                bound.invalidateUnlessStored(value)
                onSettled()
            }
        }
    }

    /// Lets the control read again, unless the state has what the control has set.
    private func invalidateUnlessStored(_ value: Value) {
        let publisher = scene.publisher
        // Only a stored field is read. Another path may name something that the action has removed, such as a row.
        if !publisher.flags.contains(.mutating), MemoryLayout<Definition.State>.offset(of: field) != nil,
            hasSameValue(publisher.state[keyPath: field], value)
        {
            return
        }
        writes.invalidateReaders()
    }

    private var writes: ControlWrites { scene.publisher.ensureExtras().controlWrites }
}
