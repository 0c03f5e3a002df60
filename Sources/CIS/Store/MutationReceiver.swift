/// The store as a ``Controller`` holds it: write-only.
///
/// A test double implements only the two requirements without a call site.
@MainActor
public protocol MutationReceiver<Mutation>: AnyObject, Sendable {
    /// The mutations of the scene.
    associatedtype Mutation: Sendable

    // The next two are disfavored, so that `store.execute(.x)` calls the extension below. It records the caller's line.

    /// Applies a mutation. Callers use ``execute(_:fileID:line:)``.
    @_disfavoredOverload
    func execute(_ mutation: Mutation)

    /// Applies a mutation. Callers use ``execute(_:evenIfCancelled:fileID:line:)``.
    @_disfavoredOverload
    func execute(_ mutation: Mutation, evenIfCancelled: Bool)

    /// Applies a mutation that was executed at the given place. The default implementation ignores the place.
    func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite)
}

extension MutationReceiver {
    /// Applies a mutation to the state.
    ///
    /// Mutations are applied one at a time, first in first out. A mutation that an observer or a side effect executes
    /// waits until the commit in progress is complete, and is applied before the outermost call returns. A mutation is
    /// dropped, with a diagnostic, in exactly two cases: the scene was stopped, or the action of this scene that
    /// executes it was cancelled.
    ///
    /// - Parameters:
    ///   - mutation: The change, with all values it needs.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Complexity: The cost of ``Store/mutate(_:by:)`` and of the observers whose value has changed. Independent of
    ///   the size of the state.
    @inlinable
    public func execute(_ mutation: Mutation, fileID: StaticString = #fileID, line: UInt = #line) {
        execute(mutation, evenIfCancelled: false, at: CallSite(fileID: fileID, line: line))
    }

    /// Applies a mutation. With `evenIfCancelled: true`, it is also applied if the action that executes it was
    /// cancelled.
    ///
    /// - Parameters:
    ///   - mutation: The change, with all values it needs.
    ///   - evenIfCancelled: `true` for clean-up that must happen, such as hiding a progress indicator. A stopped scene
    ///     drops even such mutations, which is not a programmer error, because clean-up cannot know that its scene has
    ///     ended.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func execute(
        _ mutation: Mutation, evenIfCancelled: Bool, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        execute(mutation, evenIfCancelled: evenIfCancelled, at: CallSite(fileID: fileID, line: line))
    }

    /// Forwards to the requirement without a call site.
    public func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite) {
        if evenIfCancelled {
            let plain: (Mutation, Bool) -> Void = self.execute(_:evenIfCancelled:)
            plain(mutation, true)
        } else {
            let plain: (Mutation) -> Void = self.execute(_:)
            plain(mutation)
        }
    }
}

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
