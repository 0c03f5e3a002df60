import Synchronization

/// Identifies one presentation, one pushed element, one element of a list or one version of a list within the process.
/// The numbers inside navigation values cannot do this: a copy that is changed, or a new value with the same contents,
/// may use the same numbers again. An origin is never used again.
///
/// An origin does not affect equality or encoding: all origins compare as equal, and none is encoded. Replayed and
/// restored states therefore equal the originals. Observers and readers do compare origins, because another origin means
/// another child; see ``comparing(_:)``.
@usableFromInline
struct Origin: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline let number: UInt64

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
    static func == (lhs: Origin, rhs: Origin) -> Bool { lhs.number == rhs.number || !areCompared }

    // Unsafe is safe here: only the main actor reads and writes it.
    @usableFromInline nonisolated(unsafe) static var isComparing = false

    /// Whether origins with different numbers are different at this moment.
    static var areCompared: Bool { isSurelyOnMainActor() && isComparing }

    /// Calls a comparison for which different origins are different. This reaches the origins inside any value, through
    /// the `==` of that value. Called only on the main actor.
    @inlinable
    @inline(__always)
    static func comparing(_ areEqual: () -> Bool) -> Bool {
        let wasComparing = isComparing
        isComparing = true
        defer { isComparing = wasComparing }
        return areEqual()
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {}
}
