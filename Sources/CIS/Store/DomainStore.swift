/// What an ``Interactor`` sees of its store: the domain state to read, mutations to execute, nothing else.
@MainActor
public protocol DomainStore<DomainState, Mutation>: MutationReceiver {
    /// The part of the state that business rules may read.
    associatedtype DomainState: Sendable

    /// The domain state now. After an `await`, read it again.
    var domainState: DomainState { get }

    /// The domain state now, with a revision for ``execute(_:basedOn:)``.
    var domainSnapshot: DomainSnapshot<DomainState> { get }

    /// Applies a mutation that was computed from a snapshot, unless the domain state has changed since.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - revision: ``DomainSnapshot/revision`` of the snapshot it was computed from.
    /// - Returns: `false` if it was refused because the domain state has moved on (take a new snapshot and compute
    ///   again), or dropped because the scene was stopped or the action cancelled.
    @discardableResult
    func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool
}
