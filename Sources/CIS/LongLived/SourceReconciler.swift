/// Keeps the open sources of a scene in step with its state.
///
/// An observer of the scene holds it. It ends with the observations of the scene: at `stop()` or release.
@MainActor
final class SourceReconciler<Action: Sendable> {
    /// The open sources, in the order of the last declaration.
    private var open: [(id: GroupID, task: Task<Void, Never>)] = []
    private var duplicates: Set<GroupID> = []
    private let clock: RuntimeClock
    private let instrumentation: (any SceneInstrumentation)?
    private let scene: SceneIdentity
    /// Executes an action, and returns whether its start was deferred.
    private let execute: @MainActor (Action, CallSite) -> Bool
    private let report: @MainActor (_ sentence: String, CallSite) -> Void

    init(
        clock: RuntimeClock, instrumentation: (any SceneInstrumentation)?, scene: SceneIdentity,
        execute: @escaping @MainActor (Action, CallSite) -> Bool,
        report: @escaping @MainActor (_ sentence: String, CallSite) -> Void
    ) {
        self.clock = clock
        self.instrumentation = instrumentation
        self.scene = scene
        self.execute = execute
        self.report = report
    }

    deinit {
        for (_, task) in open { task.cancel() }
    }

    /// Closes the sources that are no longer declared, in the order of opening, then opens the new ones. The others
    /// stay open.
    func reconcile(_ wanted: [SceneSource<Action>]) {
        // The usual case: nothing has changed.
        if wanted.count == open.count, zip(wanted, open).allSatisfy({ $0.id == $1.id }) { return }
        let (wanted, ids) = withoutDuplicates(wanted)
        let closing = open.filter { !ids.contains($0.id) }
        var staying = Dictionary(uniqueKeysWithValues: open.map { ($0.id, $0.task) })
        for (id, task) in closing {
            staying[id] = nil
            task.cancel()
        }
        open = wanted.map { ($0.id, staying[$0.id] ?? listen(to: $0)) }
    }

    /// The first source of each id. The others are reported, once per id.
    private func withoutDuplicates(_ wanted: [SceneSource<Action>]) -> ([SceneSource<Action>], Set<GroupID>) {
        var ids: Set<GroupID> = []
        let unique = wanted.filter { source in
            if ids.insert(source.id).inserted { return true }
            if duplicates.insert(source.id).inserted {
                report("Two sources have the id \(source.id). The first is open, the second is not.", source.site)
            }
            return false
        }
        return (unique, ids)
    }

    private func listen(to source: SceneSource<Action>) -> Task<Void, Never> {
        let (execute, report) = (self.execute, self.report)
        let clock = self.clock
        // The source is not part of the action whose commit opens it.
        return ActionContext.local.withValue(nil) {
            TrackedTask.task(
                TrackedSource(id: source.id, scene: scene, sequence: source.sequence), as: .source,
                in: instrumentation
            ) {
                await source.listen(clock) {
                    execute($0, source.site)
                } _: { error in
                    report(
                        "The clock of the timer \(source.id) threw an error: \(error). The timer has ended. "
                            + "A clock may throw only when its task is cancelled.", source.site)
                }
            }
        }
    }
}
