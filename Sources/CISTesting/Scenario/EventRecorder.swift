internal import CIS

/// Notes what happens in the scenes of a run.
@MainActor
final class EventRecorder: SceneObserver {
    struct Record {
        let event: SceneEvent
        /// The state that was committed, for a commit.
        let state: (any SceneState)?
    }

    private struct Watched {
        weak let scene: (any AccountedScene)?
        let token: ObservationToken
    }

    private(set) var records: [Record] = []
    let staleWrites = StaleWrites()
    /// Called with every committed state.
    var onCommit: ((SceneIdentity, any SceneState) -> Void)?
    /// Called with every scene that is made.
    var onScene: ((any AccountedScene) -> Void)?
    private var watched: [UInt64: Watched] = [:]
    /// What each scene was made to do, if a specification is asked for.
    private var casesByScene: [UInt64: DefinitionCases] = [:]
    var cases: [DefinitionCases] { casesByScene.sorted { $0.key < $1.key }.map(\.value) }

    nonisolated init() {}

    /// Watches a scene from its first action on.
    func watch(_ scene: any AccountedScene) {
        watched[scene.identity.number] = Watched(scene: scene, token: scene.attach(self))
        if Specification.isRequested { casesByScene[scene.identity.number] = DefinitionCases(of: scene) }
        onScene?(scene)
    }

    /// Lets go of all scenes. A leak check that follows would find its own watcher otherwise: doubles hold the run.
    func stopWatching() {
        watched = [:]
    }

    /// The scenes that still exist, in the order of their making.
    var scenes: [any AccountedScene] {
        watched.sorted { $0.key < $1.key }.compactMap { $0.value.scene }
    }

    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        var state: (any SceneState)?
        let scene = watched[event.scene.number]?.scene
        if case .commit = event.kind, let current = scene?.currentState {
            state = current
            onCommit?(event.scene, current)
        }
        records.append(Record(event: event, state: state))
        casesByScene[event.scene.number]?.note(event.kind)
        guard case .mutation(let mutation) = event.kind, let scene else { return nil }
        return staleWrites.willMutate(scene, by: mutation, isFollowUp: isFollowUp(event))
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
