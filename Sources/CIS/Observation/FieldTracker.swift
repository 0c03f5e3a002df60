/// One field of a state that is read through the Observation framework, or the whole state: which readers it has, and
/// what it was when they read it.
///
/// While somebody tracks the field its value is kept. A kept value makes the comparison of bits sound: what it shares
/// with the state, such as the buffer of an array, cannot be written in place.
class FieldTracker {
    /// Where the field is stored in the state; negative if it is computed.
    final let offset: Int
    final let size: Int
    final let type: ObjectIdentifier
    final let path: AnyKeyPath
    /// The next in the same bucket of the table.
    final var next: Unmanaged<FieldTracker>?

    /// Under which the next reader is registered.
    final var key: TrackingSubject.Key
    /// For the readers after the next change.
    final var spareKey: TrackingSubject.Key?
    /// Told before, and still held: by a reader that was not registered yet, or that wants to hear of every change.
    final var heldKeys: [TrackingSubject.Key] = []

    /// Whether the value is kept, because there may be readers.
    final var isTracked = false
    /// Whether it was read since it last changed. Decides where the framework does not show who reads.
    final var wasRead = false
    /// Where the value is kept.
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

    /// Keeps the value that the field has.
    func keep(from state: UnsafeRawPointer) {}

    /// Releases the value kept.
    func forget() {}

    /// Keeps the value that the field has now in place of the other.
    ///
    /// - Returns: Whether they differ.
    func renew(from state: UnsafeRawPointer) -> Bool { true }

    /// Whether the field has another value than the one kept. Mostly that is known from its bits.
    @inline(__always)
    final func hasChanged(in state: UnsafeRawPointer) -> Bool {
        if offset >= 0, hasSameBits(state + offset, kept, size) { return false }
        return renew(from: state)
    }

    /// Takes the keys of all readers so far. Those who read from here on are registered under another.
    final func takeKeys(of subject: TrackingSubject) -> [TrackingSubject.Key] {
        let taken = heldKeys + [key]
        heldKeys = []
        key = spareKey ?? subject.makeKey()
        spareKey = nil
        wasRead = false
        return taken
    }

    /// Whether anybody tracks the field now. May say so when nobody does, and never the other way round.
    final func hasReaders(showsReaders: Bool) -> Bool {
        guard showsReaders else { return wasRead }
        if !isKnownUniquelyReferenced(&key) { return true }
        guard !heldKeys.isEmpty else { return false }
        for index in heldKeys.indices.reversed() where isKnownUniquelyReferenced(&heldKeys[index]) {
            heldKeys.remove(at: index)
        }
        return !heldKeys.isEmpty
    }
}

/// Whether two places hold the same bits, word by word.
@inline(__always)
func hasSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ size: Int) -> Bool {
    var place = 0
    while place + 8 <= size {
        if one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        {
            return false
        }
        place += 8
    }
    while place < size {
        if one.load(fromByteOffset: place, as: UInt8.self) != other.load(fromByteOffset: place, as: UInt8.self) {
            return false
        }
        place += 1
    }
    return true
}
