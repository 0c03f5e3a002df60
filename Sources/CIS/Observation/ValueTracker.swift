/// A tracked field of a known type.
///
/// Equal bits mean that nothing has changed. If they differ, `==` decides; a field of a type without `==` counts as
/// changed. So does a field that cannot be read any more.
final class ValueTracker<State, Value>: FieldTracker {
    /// The path, if the value is computed.
    private let computed: KeyPath<State, Value>?
    /// The offset of the value, if it is stored.
    private let place: Int
    private let needsCheck: Bool
    private let areSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
    private let last: UnsafeMutablePointer<Value>

    private init(
        _ path: AnyKeyPath, offset: Int, _ computed: KeyPath<State, Value>?, place: Int, needsCheck: Bool,
        _ key: TrackingSubject.Key
    ) {
        (self.computed, self.place, self.needsCheck) = (computed, place, needsCheck)
        areSame = (Value.self as? any Equatable.Type).map { comparison(of: $0) }
        last = .allocate(capacity: 1)
        super.init(
            path: path, offset: offset, type: ObjectIdentifier(Value.self), size: MemoryLayout<Value>.size,
            kept: UnsafeMutableRawPointer(last), key: key)
    }

    /// The tracker of a stored field.
    convenience init(_ field: KeyPath<State, Value>, offset: Int, key: TrackingSubject.Key) {
        self.init(field, offset: offset, nil, place: offset, needsCheck: false, key)
    }

    /// The tracker of a computed field.
    convenience init(_ field: KeyPath<State, Value>, needsCheck: Bool, key: TrackingSubject.Key) {
        self.init(field, offset: -1, field, place: -1, needsCheck: needsCheck, key)
    }

    /// The tracker of a computed field that counts as changed when a stored part of the state changes.
    convenience init(_ field: AnyKeyPath, partAt place: Int, _: Value.Type, of _: State.Type, key: TrackingSubject.Key)
    {
        self.init(field, offset: -1, nil, place: place, needsCheck: false, key)
    }

    deinit {
        if isTracked { last.deinitialize(count: 1) }
        last.deallocate()
    }

    private func value(in state: UnsafeRawPointer) -> Value {
        guard let computed else { return (state + place).assumingMemoryBound(to: Value.self).pointee }
        return state.assumingMemoryBound(to: State.self).pointee[keyPath: computed]
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
        if needsCheck, !PathReading(path).isReadable(in: state) { return true }
        let now = value(in: state)
        let isSame = withUnsafePointer(to: now) { now in
            hasSameBits(now, last, size) || (areSame?(last, now) ?? false)
        }
        let released = last.move()
        last.initialize(to: now)
        withExtendedLifetime(released) {}
        return !isSame
    }
}

/// Returns a function that compares the values at two addresses.
private func comparison<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { isUnchanged($0.assumingMemoryBound(to: Value.self).pointee, $1.assumingMemoryBound(to: Value.self).pointee) }
}

/// The tracker of a whole state that is not trivially copyable, or of a computed property of one. Every commit counts as a change. A comparison would
/// need a copy of the state, and because of the copy, the next write to each collection would have to copy the
/// collection.
final class CommitTracker: FieldTracker {
    init(_ path: AnyKeyPath, key: TrackingSubject.Key) {
        super.init(
            path: path, offset: -1, type: ObjectIdentifier(CommitTracker.self), size: 0,
            kept: .allocate(byteCount: 1, alignment: 1), key: key)
    }

    deinit { kept.deallocate() }
}
