import Synchronization

/// Tells one presentation, one push, one element of a list or one version of it from all others: also from those that a
/// copy of the same navigation value, or one made anew, counts by the same number.
///
/// Not part of the value: all origins are equal, and none is encoded, so that replayed and restored states compare
/// equal to the originals.
@usableFromInline
struct Origin: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline let number: UInt64

    /// A new origin.
    @usableFromInline
    init() {
        number = Self.next()
    }

    @inlinable
    init(number: UInt64) {
        self.number = number
    }

    /// A number that was never given before, greater than all that were.
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }

    @usableFromInline
    static func == (lhs: Origin, rhs: Origin) -> Bool { true }

    @usableFromInline
    func hash(into hasher: inout Hasher) {}
}
