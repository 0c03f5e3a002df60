extension SceneRuntime {
    /// Keeps the sources of the scene in step with its state: after each commit, newly declared sources are opened and
    /// sources that are no longer declared are closed. Declare them in the scene's assembly; see <doc:LongLivedWork>.
    ///
    /// The declaration lives as long as the scene. A scene may have several declarations. Within one declaration, the
    /// ids must differ.
    ///
    /// - Parameters:
    ///   - sources: Returns the sources that should be open in a state. It is called at once and after each commit, so
    ///     it should be fast, and once more if a source is opened. It only describes sources; the runtime opens them.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func sources(
        _ sources: @escaping (borrowing Definition.State) -> [SceneSource<Definition.Action>],
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let reconciler = SourceReconciler<Definition.Action>(of: publisher) { [weak self] action, site in
            guard let self else { return false }
            execute(action, fileID: site.fileID, line: site.line)
            return hasPendingStarts
        }
        let observer = Observer(owner: self, delivery: .everyChange) { state, _ in
            reconciler.reconcile { sources(state.assumingMemoryBound(to: Definition.State.self).pointee) }
        }
        publisher.register(observer, field: .none, begins: true)
        publisher.note("sources", at: CallSite(fileID: fileID, line: line), endsLater: true) {
            [weak observer, weak reconciler] in
            observer?.end()
            reconciler?.reconcile { [] }
        }
    }
}
