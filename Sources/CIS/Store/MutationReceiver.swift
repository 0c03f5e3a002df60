/// The write-only face of a store: what a ``Controller`` holds.
///
/// A double for a test needs only the two requirements without a call site.
@MainActor
public protocol MutationReceiver<Mutation>: AnyObject, Sendable {
    /// The mutations of the scene.
    associatedtype Mutation: Sendable

    // Disfavoured, so that a plain `store.execute(.x)` picks the extension below, which knows the caller's line.

    /// Applies a mutation; see ``execute(_:fileID:line:)``, which callers get.
    @_disfavoredOverload
    func execute(_ mutation: Mutation)

    /// Applies a mutation; see ``execute(_:evenIfCancelled:fileID:line:)``, which callers get.
    @_disfavoredOverload
    func execute(_ mutation: Mutation, evenIfCancelled: Bool)

    /// Applies a mutation and knows who asked for it. The default forwards to the forms without a call site.
    func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite)
}

extension MutationReceiver {
    /// Applies a mutation to the state.
    ///
    /// Mutations are applied one at a time, first in first out. One executed inside an observer or a side effect waits
    /// until the commit in progress is complete, and is applied before the outermost call returns. A mutation is
    /// dropped, with a diagnostic, in exactly two cases: the scene was stopped, or the action of this scene that
    /// executes it was cancelled.
    ///
    /// - Parameters:
    ///   - mutation: The change, with everything it needs to know.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Complexity: What ``Store/mutate(_:by:)`` costs, plus the observers whose value changed. Independent of the
    ///   size of the state.
    @inlinable
    public func execute(_ mutation: Mutation, fileID: StaticString = #fileID, line: UInt = #line) {
        execute(mutation, evenIfCancelled: false, at: CallSite(fileID: fileID, line: line))
    }

    /// Applies a mutation, on request also when the action that executes it was cancelled.
    ///
    /// - Parameters:
    ///   - mutation: The change, with everything it needs to know.
    ///   - evenIfCancelled: `true` for clean-up that must happen: hiding a progress indicator, releasing a lock. A
    ///     stopped scene drops even these.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    @inlinable
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
