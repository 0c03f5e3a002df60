import Synchronization

/// A number that is used once in the process. It tells which presentation, which pushed element or which element of a list it
/// is (its *origin*), and which version of a list or a stack. The numbers inside navigation values cannot do this: a copy that
/// is changed, or a new value with the same contents, may use the same numbers again.
///
/// A stamp does not affect equality or encoding: all stamps compare as equal, and none is encoded. Replayed and restored
/// states therefore equal the originals. Observers and readers do compare stamps, because another origin means another child;
/// see ``comparing(_:)``.
@usableFromInline
struct Stamp: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    @usableFromInline let number: UInt64

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
    static func == (lhs: Stamp, rhs: Stamp) -> Bool { lhs.number == rhs.number || !areCompared }

    // Unsafe is safe here: only the main actor reads and writes it.
    @usableFromInline nonisolated(unsafe) static var isComparing = false

    /// Whether stamps with different numbers are different at this moment.
    static var areCompared: Bool { isSurelyOnMainActor() && isComparing }

    /// Calls a comparison for which different stamps are different. This reaches the stamps inside any value, through
    /// the `==` of that value. Called only on the main actor.
    @inlinable
    static func comparing(_ areEqual: () -> Bool) -> Bool {
        let wasComparing = isComparing
        isComparing = true
        defer { isComparing = wasComparing }
        return areEqual()
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {}
}
