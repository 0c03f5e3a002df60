/// Tracks the readers of one field, or of the whole state, for the Observation framework. Every commit counts as a change,
/// unless the subclass ``ValueTracker`` keeps a value to compare.
class FieldTracker {
    /// The offset of the field in the state; negative if it is computed.
    final let offset: Int
    final private let size: Int
    /// The kept value of a stored field.
    final private let kept: UnsafeRawPointer?

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

    init(key: TrackingSubject.Key, offset: Int = -1, size: Int = 0, kept: UnsafeRawPointer? = nil) {
        (self.key, self.offset, self.size, self.kept) = (key, offset, size, kept)
    }

    func keep(from state: UnsafeRawPointer) {}

    func forget() {}

    /// Replaces the kept value by the current one. Returns whether the two differ.
    func renew(from state: UnsafeRawPointer) -> Bool { true }

    /// Whether the current value differs from the kept one. If the bits are equal, the values are not compared.
    final func hasChanged(in state: UnsafeRawPointer) -> Bool {
        if let kept, hasSameBits(state + offset, kept, size) { return false }
        return renew(from: state)
    }

    /// Appends the keys of all readers so far. Later readers are registered under another key.
    final func takeKeys(of subject: TrackingSubject, into taken: inout ContiguousArray<TakenKey>) {
        for key in oldKeys { taken.append(TakenKey(tracker: self, key: key)) }
        oldKeys = []
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
    // A function of its own, so that a read that nobody tracks takes fewer instructions.
    private final func isAnyKeyInUse() -> Bool {
        if !isKnownUniquelyReferenced(&key) { return true }
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
/// While the field has readers, the tracker keeps a copy of its value. The copy makes it safe to compare bits only: memory
/// that the copy shares with the state, such as the buffer of an array, cannot be changed in place. Equal bits mean that
/// nothing has changed. If they differ, `==` decides; a field of a type without `==` counts as changed. So does a field
/// that cannot be read any more.
final class ValueTracker<State, Value>: FieldTracker {
    /// The path, if the value is computed.
    private let computed: KeyPath<State, Value>?
    /// The offset of the value, if it is stored.
    private let valueOffset: Int
    private let needsCheck: Bool
    private let areSame: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
    private let last = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    /// - Parameters:
    ///   - valueOffset: The offset of the value that is kept: that of the field, or, for a computed field, that of a
    ///     stored field with which it counts as changed.
    ///   - isPartRead: Whether a computed part of the value is read. It may differ although `==` is true.
    init(
        key: TrackingSubject.Key, offset: Int = -1, valueOffset: Int = -1, computed: KeyPath<State, Value>? = nil,
        needsCheck: Bool = false, isPartRead: Bool = false
    ) {
        (self.computed, self.valueOffset, self.needsCheck) = (computed, valueOffset, needsCheck)
        areSame = isPartRead ? nil : (Value.self as? any Equatable.Type).map { comparison(of: $0) }
        super.init(
            key: key, offset: offset, size: MemoryLayout<Value>.size, kept: offset < 0 ? nil : UnsafeRawPointer(last))
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
        if needsCheck, let computed, !PathReading(computed).isReadable(in: state) { return true }
        let now = value(in: state)
        let isSame = withUnsafePointer(to: now) { now in
            hasSameBits(now, last, MemoryLayout<Value>.size) || (areSame?(last, now) ?? false)
        }
        let released = last.move()
        last.initialize(to: now)
        withExtendedLifetime(released) {}
        return !isSame
    }
}

private func comparison<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { isUnchanged($0.assumingMemoryBound(to: Value.self).pointee, $1.assumingMemoryBound(to: Value.self).pointee) }
}
