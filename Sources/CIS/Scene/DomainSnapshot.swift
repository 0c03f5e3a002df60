/// A domain state at one moment, with its revision.
///
/// Take a snapshot before an `await`, and pass its revision to ``DomainStore/execute(_:basedOn:)`` after it. A decision
/// that was made from an outdated domain state is then refused.
public struct DomainSnapshot<DomainState: Sendable>: Sendable {
    /// The domain state at the moment the snapshot was taken.
    public let value: DomainState
    /// The value to pass to ``DomainStore/execute(_:basedOn:)``.
    public let revision: Revision

    /// Creates a snapshot, for test doubles of ``DomainStore``.
    public init(value: DomainState, revision: Revision) {
        self.value = value
        self.revision = revision
    }
}

extension DomainSnapshot: Equatable where DomainState: Equatable {}

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
