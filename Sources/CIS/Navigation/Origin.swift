import Synchronization

/// Identifies one presentation, one pushed element, one element of a list or one version of a list within the process.
/// The numbers inside navigation values cannot do this: a copy that is changed, or a new value with the same contents,
/// may use the same numbers again. An origin is never used again.
///
/// An origin does not affect equality or encoding: all origins compare as equal, and none is encoded. Replayed and
/// restored states therefore equal the originals.
@usableFromInline
struct Origin: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline let number: UInt64

    /// Creates a new origin.
    @usableFromInline
    init() {
        number = Self.next()
    }

    @inlinable
    init(number: UInt64) {
        self.number = number
    }

    /// A new number, greater than all before.
    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }

    @usableFromInline
    static func == (lhs: Origin, rhs: Origin) -> Bool { true }

    @usableFromInline
    func hash(into hasher: inout Hasher) {}
}
