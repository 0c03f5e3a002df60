/// The version of a domain state in a ``DomainSnapshot``. Later versions are greater. Comparable only within one scene.
///
/// It counts changes of the domain state between snapshots, not commits. For the number of a commit see
/// ``SceneEvent/Kind/commit(number:)``.
public struct Revision: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number behind the revision.
    public let number: UInt64

    /// Creates the revision with the given number, for test doubles of ``DomainStore``.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Whether `lhs` came before `rhs`.
    public static func < (lhs: Revision, rhs: Revision) -> Bool {
        lhs.number < rhs.number
    }

    /// The number, as in `r12`.
    public var description: String { "r\(number)" }
}
