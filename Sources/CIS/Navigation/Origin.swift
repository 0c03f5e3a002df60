import Synchronization

/// Tells one presentation, or one push, from all others: also from those that a copy of the same navigation value, or
/// one made anew, counts by the same number.
///
/// Not part of the value: all origins are equal, and none is encoded, so that replayed and restored states compare
/// equal to the originals.
struct Origin: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    let number = Origin.last.add(1, ordering: .relaxed).newValue

    static func == (lhs: Origin, rhs: Origin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
