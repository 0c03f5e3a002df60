/// Which version of the domain state a ``DomainSnapshot`` shows. A later version is greater; meaningful only within one scene.
///
/// It counts the changes that were noticed between snapshots, and not the commits of the scene: those have a number of their
/// own, in ``SceneEvent/Kind/commit(number:)``.
public struct Revision: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number behind the revision.
    public let number: UInt64

    /// Makes the revision with the given number, for doubles of ``DomainStore``.
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
