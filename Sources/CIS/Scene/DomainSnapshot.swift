/// A domain state as it was at one moment, with the revision that tells whether it still is.
///
/// Taken before an `await` and handed back with ``DomainStore/execute(_:basedOn:)``, it keeps a decision that was made
/// on old facts from being applied to new ones.
public struct DomainSnapshot<DomainState: Sendable>: Sendable {
    /// The domain state at the moment the snapshot was taken.
    public let value: DomainState
    /// What to pass to ``DomainStore/execute(_:basedOn:)``.
    public let revision: Revision

    /// Makes a snapshot, for doubles of ``DomainStore``.
    public init(value: DomainState, revision: Revision) {
        self.value = value
        self.revision = revision
    }
}

extension DomainSnapshot: Equatable where DomainState: Equatable {}
