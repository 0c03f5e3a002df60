/// Sources that follow the state.
extension SceneRuntime {
    /// Keeps the sources of the scene in step with its state: opens those that are new after a commit, closes those that are
    /// gone. Declare them in the scene's assembly, beside its children.
    ///
    /// ```swift
    /// let scene = SceneRuntime<Stopwatch>(controller: controller, store: store)
    /// scene.sources { state in state.isTicking ? [.timer("tick", every: .seconds(1)) { _ in .ticked }] : [] }
    /// return scene
    /// ```
    ///
    /// The declaration lives as long as the scene. A scene may have several; the ids of one must differ.
    ///
    /// - Parameter sources: The sources that should be open, given the state. Called at once and after each commit, so make
    ///   it quick: it describes the sources, and opens none.
    public func sources(_ sources: @escaping (borrowing Definition.State) -> [SceneSource<Definition.Action>]) {
        let reconciler = SourceReconciler<Definition.Action>(
            clock: publisher.extras?.clock ?? RuntimeClock(ContinuousClock()),
            quiescenceTracker: publisher.quiescenceTracker,
            scene: publisher.identity,
            execute: { [weak self] action, site in self?.execute(action, fileID: site.fileID, line: site.line) },
            reportDuplicate: { [weak publisher] id, site in
                publisher?.report(
                    SceneDiagnostic(
                        kind: .other("Two sources have the id \(id). The first is open, the second is not."),
                        scene: publisher?.identity, callSite: site))
            })
        let observer = WholeObserver(owner: self) { state in
            reconciler.reconcile(sources(state.assumingMemoryBound(to: Definition.State.self).pointee))
        }
        publisher.register(observer, field: nil, initially: true)
    }
}
