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
