/// Tracks the readers of one field, or of the whole state, for the Observation framework.
///
/// While the field has readers, the tracker keeps a copy of its value. The copy makes it safe to compare bits only:
/// memory that the copy shares with the state, such as the buffer of an array, cannot be changed in place.
class FieldTracker {
    /// The offset of the field in the state; negative if it is computed.
    final let offset: Int
    final let size: Int
    final let type: ObjectIdentifier
    final let path: AnyKeyPath

    /// The key under which the next reader is registered.
    final var key: TrackingSubject.Key
    /// The key for readers after the next change.
    final var spareKey: TrackingSubject.Key?
    /// Invalidated keys that a reader still holds. The registration of such a reader was not complete, or it tracks
    /// continuously.
    final var oldKeys: [TrackingSubject.Key] = []

    /// Whether the field may have readers. If so, its value is kept.
    final var isTracked = false
    /// Whether the field was read since its last change. Used instead of the keys if the Observation framework does not
    /// reveal whether a key has readers.
    final var wasRead = false
    final let kept: UnsafeMutableRawPointer

    init(
        path: AnyKeyPath, offset: Int, type: ObjectIdentifier, size: Int, kept: UnsafeMutableRawPointer,
        key: TrackingSubject.Key
    ) {
        self.path = path
        self.offset = offset
        self.type = type
        self.size = size
        self.kept = kept
        self.key = key
    }

    func keep(from state: UnsafeRawPointer) {}

    func forget() {}

    /// Replaces the kept value by the current one. Returns whether the two differ.
    func renew(from state: UnsafeRawPointer) -> Bool { true }

    /// Whether the current value differs from the kept one. If the bits are equal, the values are not compared.
    final func hasChanged(in state: UnsafeRawPointer) -> Bool {
        if offset >= 0, hasSameBits(state + offset, kept, size) { return false }
        return renew(from: state)
    }

    /// Appends the keys of all readers so far. Later readers are registered under another key.
    final func takeKeys(of subject: TrackingSubject, into taken: inout ContiguousArray<TakenKey>) {
        if !oldKeys.isEmpty {
            for key in oldKeys { taken.append(TakenKey(tracker: self, key: key)) }
            oldKeys = []
        }
        let next = spareKey.take() ?? subject.makeKey()
        taken.append(TakenKey(tracker: self, key: exchange(&key, with: next)))
        wasRead = false
    }

    /// Whether the field has readers. May return `true` without readers, but never `false` with readers.
    final func hasReaders(showsReaders: Bool) -> Bool {
        guard showsReaders else { return wasRead }
        if isKnownUniquelyReferenced(&key), oldKeys.isEmpty { return false }
        return isAnyKeyInUse()
    }

    /// Whether anything outside the tracker holds one of its keys. Removes the old keys that nothing else holds any
    /// more.
    private final func isAnyKeyInUse() -> Bool {
        if !isKnownUniquelyReferenced(&key) { return true }
        guard !oldKeys.isEmpty else { return false }
        for index in oldKeys.indices.reversed() where isKnownUniquelyReferenced(&oldKeys[index]) {
            oldKeys.remove(at: index)
        }
        return !oldKeys.isEmpty
    }
}

/// A key whose readers are being invalidated.
struct TakenKey {
    let tracker: FieldTracker
    var key: TrackingSubject.Key
}

/// A tracked field of a known type.
///
/// Equal bits mean that nothing has changed. If they differ, `==` decides; a field of a type without `==` counts as
/// changed. So does a field that cannot be read any more.
final class ValueTracker<State, Value>: FieldTracker {
    /// The path, if the value is computed.
    private let computed: KeyPath<State, Value>?
    /// The offset of the value, if it is stored.
    private let valueOffset: Int
    private let needsCheck: Bool
    private let areSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
    private let last: UnsafeMutablePointer<Value>

    private init(
        _ path: AnyKeyPath, offset: Int, _ computed: KeyPath<State, Value>?, valueOffset: Int, needsCheck: Bool,
        _ key: TrackingSubject.Key
    ) {
        (self.computed, self.valueOffset, self.needsCheck) = (computed, valueOffset, needsCheck)
        areSame = (Value.self as? any Equatable.Type).map { comparison(of: $0) }
        last = .allocate(capacity: 1)
        super.init(
            path: path, offset: offset, type: ObjectIdentifier(Value.self), size: MemoryLayout<Value>.size,
            kept: UnsafeMutableRawPointer(last), key: key)
    }

    convenience init(_ field: KeyPath<State, Value>, offset: Int, key: TrackingSubject.Key) {
        self.init(field, offset: offset, nil, valueOffset: offset, needsCheck: false, key)
    }

    convenience init(_ field: KeyPath<State, Value>, needsCheck: Bool, key: TrackingSubject.Key) {
        self.init(field, offset: -1, field, valueOffset: -1, needsCheck: needsCheck, key)
    }

    /// The tracker of a computed field that counts as changed when a stored field of the state changes.
    convenience init(
        _ field: AnyKeyPath, fieldAt valueOffset: Int, _: Value.Type, of _: State.Type, key: TrackingSubject.Key
    ) {
        self.init(field, offset: -1, nil, valueOffset: valueOffset, needsCheck: false, key)
    }

    deinit {
        if isTracked { last.deinitialize(count: 1) }
        last.deallocate()
    }

    private func value(in state: UnsafeRawPointer) -> Value {
        guard let computed else { return (state + valueOffset).assumingMemoryBound(to: Value.self).pointee }
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

/// The tracker of a whole state that is not trivially copyable, or of a computed property of one. Every commit counts
/// as a change. A comparison would need a copy of the state, and because of the copy, the next write to each collection
/// would have to copy the collection.
final class CommitTracker: FieldTracker {
    init(_ path: AnyKeyPath, key: TrackingSubject.Key) {
        super.init(
            path: path, offset: -1, type: ObjectIdentifier(CommitTracker.self), size: 0,
            kept: .allocate(byteCount: 1, alignment: 1), key: key)
    }

    deinit { kept.deallocate() }
}
