/// Keeps the open sources of a scene in step with what its state asks for.
///
/// Held by the observer that reconciles it, and so ends with the scene's observations: at `stop()` or release.
@MainActor
final class SourceKeeper<Action: Sendable> {
    private var open: [GroupID: Task<Void, Never>] = [:]
    private let execute: @MainActor (Action) -> Void
    private let reportDuplicate: (GroupID) -> Void

    init(execute: @escaping @MainActor (Action) -> Void, reportDuplicate: @escaping (GroupID) -> Void) {
        self.execute = execute
        self.reportDuplicate = reportDuplicate
    }

    deinit {
        for task in open.values { task.cancel() }
    }

    /// Closes what is no longer wanted, then opens what is new. What stays is not touched.
    func reconcile(_ wanted: [SceneSource<Action>]) {
        var ids: Set<GroupID> = []
        for source in wanted where !ids.insert(source.id).inserted { reportDuplicate(source.id) }
        for (id, task) in open where !ids.contains(id) {
            task.cancel()
            open[id] = nil
        }
        for source in wanted where open[source.id] == nil { open[source.id] = listen(to: source) }
    }

    private func listen(to source: SceneSource<Action>) -> Task<Void, Never> {
        let execute = self.execute
        let listen = source.listen
        // Not part of the action whose commit opened it.
        return ActionContext.$current.withValue(nil) {
            Task { @MainActor in await listen(execute) }
        }
    }
}
