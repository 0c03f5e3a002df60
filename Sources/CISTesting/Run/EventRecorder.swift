internal import CIS

/// Notes what happens in the scenes of a run.
@MainActor
final class EventRecorder: SceneObserver {
    struct Record: Sendable {
        let event: SceneEvent
        /// The state that was committed, for a commit.
        let state: (any SceneState)?
    }

    private struct Watched {
        weak let scene: (any InspectableScene)?
        let token: ObservationToken
    }

    private struct Log: Sendable {
        var records: [Record] = []
        /// How many there were before the last `when`.
        var beforeWhen = 0
    }

    // Any thread may ask what led to a call of a double.
    private let log = LockedValue(Log())
    /// Whether each action's last step is noted, for the report about one that never comes to rest. It is too dear for
    /// thousands of runs.
    var notesSteps = true
    let staleWrites = StaleWrites()
    /// Called with every committed state.
    var onCommit: ((SceneIdentity, any SceneState) -> Void)?
    /// Called with every scene that is made.
    var onScene: ((any InspectableScene) -> Void)?
    private var watched: [UInt64: Watched] = [:]
    /// What each scene was made to do, if a specification is asked for.
    private var casesByScene: [UInt64: DefinitionCases] = [:]
    var cases: [DefinitionCases] { casesByScene.sorted { $0.key < $1.key }.map(\.value) }

    nonisolated init() {}

    /// What has happened, in order.
    nonisolated var records: [Record] { log.withLock { $0.records } }

    /// What has happened since the last `when`.
    nonisolated var recordsSinceWhen: ArraySlice<Record> { log.withLock { $0.records[$0.beforeWhen...] } }

    /// A `when` begins.
    func beginWhen() {
        log.withLock { $0.beforeWhen = $0.records.count }
    }

    /// Watches a scene from its first action on.
    func watch(_ scene: any InspectableScene) {
        watched[scene.identity.number] = Watched(scene: scene, token: scene.attach(self))
        if Specification.isRequested { casesByScene[scene.identity.number] = DefinitionCases(of: scene) }
        onScene?(scene)
    }

    /// Lets go of all scenes. A leak check that follows would find its own watcher otherwise: doubles hold the run.
    func stopWatching() {
        watched = [:]
    }

    /// The scenes that still exist, in the order of their making.
    var scenes: [any InspectableScene] {
        watched.sorted { $0.key < $1.key }.compactMap { $0.value.scene }
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        var state: (any SceneState)?
        let scene = watched[event.scene.number]?.scene
        if case .commit = event.kind, let current = scene?.currentState {
            state = current
            onCommit?(event.scene, current)
        }
        let record = Record(event: event, state: state)
        log.withLock { $0.records.append(record) }
        if notesSteps { noteStep(event.kind) }
        casesByScene[event.scene.number]?.note(event.kind)
        guard case .mutation(let mutation) = event.kind, let scene else { return nil }
        return staleWrites.willMutate(scene, by: mutation, isFollowUp: isFollowUp(event))
    }

    private func noteStep(_ kind: SceneEvent.Kind) {
        switch kind {
        case .useCase(let value): TrackedTask.ofThisTask?.note("use case \(EnumCaseName.of(value))")
        case .mutation(let value): TrackedTask.ofThisTask?.note("mutation \(EnumCaseName.of(value))")
        case .output(let value): TrackedTask.ofThisTask?.note("output \(EnumCaseName.of(value))")
        default: break
        }
    }

    /// Whether an observer or a side effect executed the mutation. It may be applied later than it was executed, and so
    /// in the context of somebody else.
    private func isFollowUp(_ event: SceneEvent) -> Bool {
        guard let cause = records.last(where: { $0.event.id == event.cause })?.event.kind else { return false }
        switch cause {
        case .commit, .sideEffects: return true
        default: return false
        }
    }
}
