/// A tracked field of a known type.
///
/// Equal bits mean that nothing has changed. If they differ, `==` decides; a field of a type without `==` counts as
/// changed.
final class ValueTracker<State, Value>: FieldTracker {
    private let field: KeyPath<State, Value>
    private let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
    private let last: UnsafeMutablePointer<Value>

    init(_ field: KeyPath<State, Value>, offset: Int?, key: TrackingSubject.Key) {
        self.field = field
        areEqual = (Value.self as? any Equatable.Type).map { comparison(of: $0) }
        last = .allocate(capacity: 1)
        super.init(
            path: field, offset: offset ?? -1, type: ObjectIdentifier(Value.self), size: MemoryLayout<Value>.size,
            kept: UnsafeMutableRawPointer(last), key: key)
    }

    deinit {
        if isTracked { last.deinitialize(count: 1) }
        last.deallocate()
    }

    private func value(in state: UnsafeRawPointer) -> Value {
        if offset >= 0 { return (state + offset).assumingMemoryBound(to: Value.self).pointee }
        return state.assumingMemoryBound(to: State.self).pointee[keyPath: field]
    }

    override func keep(from state: UnsafeRawPointer) {
        last.initialize(to: value(in: state))
    }

    // Values are released last, because their deinits may call back.

    override func forget() {
        let released = last.move()
        withExtendedLifetime(released) {}
    }

    override func renew(from state: UnsafeRawPointer) -> Bool {
        let now = value(in: state)
        let isSame = withUnsafePointer(to: now) { now in
            hasSameBits(now, last, size) || (areEqual?(last, now) ?? false)
        }
        let released = last.move()
        last.initialize(to: now)
        withExtendedLifetime(released) {}
        return !isSame
    }
}

/// Returns a function that compares the values at two addresses with the type's `==`.
private func comparison<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
}

/// The tracker of a whole state that is not trivially copyable. Every commit counts as a change. A comparison would
/// need a copy of the state, and because of the copy, the next write to each collection would have to copy the
/// collection.
final class CommitTracker: FieldTracker {
    init<State>(_ type: State.Type, key: TrackingSubject.Key) {
        super.init(
            path: \State.self, offset: -1, type: ObjectIdentifier(CommitTracker.self), size: 0,
            kept: .allocate(byteCount: 1, alignment: 1), key: key)
    }

    deinit { kept.deallocate() }
}
