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
    // Unchecked exclusivity is safe here and below, because each access ends before any client code runs.
    @exclusivity(unchecked) final var key: TrackingSubject.Key
    /// The key for readers after the next change.
    @exclusivity(unchecked) final var spareKey: TrackingSubject.Key?
    /// Invalidated keys that a reader still holds. The registration of such a reader was not complete, or it tracks
    /// continuously.
    @exclusivity(unchecked) final var heldKeys: [TrackingSubject.Key] = []

    /// Whether the field may have readers. If so, its value is kept.
    @exclusivity(unchecked) final var isTracked = false
    /// Whether the field was read since its last change. Used instead of the keys if the Observation framework does not
    /// reveal whether a key has readers.
    @exclusivity(unchecked) final var wasRead = false
    /// The kept value.
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

    /// Keeps the current value.
    func keep(from state: UnsafeRawPointer) {}

    /// Releases the kept value.
    func forget() {}

    /// Replaces the kept value by the current one.
    ///
    /// - Returns: Whether the two values differ.
    func renew(from state: UnsafeRawPointer) -> Bool { true }

    /// Whether the current value differs from the kept one. If the bits are equal, the values are not compared.
    @inline(__always)
    final func hasChanged(in state: UnsafeRawPointer) -> Bool {
        if offset >= 0, hasSameBits(state + offset, kept, size) { return false }
        return renew(from: state)
    }

    /// Appends the keys of all readers so far. Later readers are registered under another key.
    final func takeKeys(of subject: TrackingSubject, into taken: inout ContiguousArray<TakenKey>) {
        if !heldKeys.isEmpty {
            for key in heldKeys { taken.append(TakenKey(tracker: self, key: key)) }
            heldKeys = []
        }
        let next = spareKey.take() ?? subject.makeKey()
        taken.append(TakenKey(tracker: self, key: exchange(&key, with: next)))
        wasRead = false
    }

    /// Whether the field has readers. May return `true` without readers, but never `false` with readers.
    @inline(__always)
    final func hasReaders(showsReaders: Bool) -> Bool {
        guard showsReaders else { return wasRead }
        if isKnownUniquelyReferenced(&key), heldKeys.isEmpty { return false }
        return isAnyKeyHeld()
    }

    /// Whether anything outside the tracker holds one of its keys. Removes the held keys that nothing else holds any
    /// more.
    @inline(never)
    private final func isAnyKeyHeld() -> Bool {
        if !isKnownUniquelyReferenced(&key) { return true }
        guard !heldKeys.isEmpty else { return false }
        for index in heldKeys.indices.reversed() where isKnownUniquelyReferenced(&heldKeys[index]) {
            heldKeys.remove(at: index)
        }
        return !heldKeys.isEmpty
    }
}

/// A key whose readers are being invalidated.
struct TakenKey {
    let tracker: FieldTracker
    var key: TrackingSubject.Key
}
