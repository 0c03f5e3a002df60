import Synchronization

/// Tells a navigation value that was made anew from one that was changed: both may count their elements from 1.
///
/// Not part of the value: all lineages are equal, and none is encoded, so that replayed and restored states compare
/// equal to the originals.
struct Lineage: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    let number = Lineage.last.add(1, ordering: .relaxed).newValue

    static func == (lhs: Lineage, rhs: Lineage) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
