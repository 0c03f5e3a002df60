/// The store as an ``Interactor`` sees it: it reads the domain state and executes mutations.
@MainActor
public protocol DomainStore<DomainState, Mutation>: MutationReceiver {
    /// The part of the state that business rules may read.
    associatedtype DomainState: Sendable

    /// The current domain state. Read it again after an `await`.
    var domainState: DomainState { get }

    /// The current domain state, with a revision for ``execute(_:basedOn:)``.
    var domainSnapshot: DomainSnapshot<DomainState> { get }

    /// Applies a mutation that was computed from a snapshot, unless the domain state has changed since.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - revision: ``DomainSnapshot/revision`` of the snapshot it was computed from.
    /// - Returns: `false` if it was refused because the domain state has changed (take a new snapshot and compute
    ///   again), or dropped because the scene was stopped or the action cancelled.
    @discardableResult
    func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool
}
