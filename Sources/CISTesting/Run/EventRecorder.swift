internal import CIS
import CISReflection

/// Records what happens in the scenes of a run.
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
        /// The number of records before the last `when`.
        var beforeWhen = 0
        /// The fault that was injected.
        var fault: InjectedError?
    }

    // Locked, because a double that reports a failure may read it on any thread.
    private let log = LockedValue(Log())
    /// Whether the last step of each action is recorded, for the message about an action that never ends. `false` in
    /// explorations, where it would be too slow.
    var notesSteps = true
    let staleWrites = StaleWrites()
    /// The states in which nothing could run any more, in an exploration that looks for stale writes.
    private(set) var rests: [RestState] = []
    /// Called with every committed state.
    var onCommit: ((SceneIdentity, any SceneState) -> Void)?
    /// Called with every new scene.
    var onScene: ((any InspectableScene) -> Void)?
    private var watched: [UInt64: Watched] = [:]
    /// The numbers of the watched scenes, oldest first.
    private var order: [UInt64] = []
    /// The cases that each scene has exercised, if a specification is written.
    private var casesByScene: [UInt64: DefinitionCases] = [:]
    var cases: [DefinitionCases] { casesByScene.sorted { $0.key < $1.key }.map(\.value) }

    nonisolated init() {}

    /// All events so far, in order.
    nonisolated var records: [Record] { log.withLock { $0.records } }

    /// The events since the last `when`, in order.
    nonisolated var recordsSinceWhen: ArraySlice<Record> { log.withLock { $0.records[$0.beforeWhen...] } }

    /// Marks the beginning of a `when`.
    func beginWhen() {
        log.withLock { $0.beforeWhen = $0.records.count }
    }

    /// Watches a scene from its first action on.
    func watch(_ scene: any InspectableScene) {
        watched[scene.identity.number] = Watched(scene: scene, token: scene.attach(self))
        order.append(scene.identity.number)
        if Specification.isRequested { casesByScene[scene.identity.number] = DefinitionCases(of: scene) }
        onScene?(scene)
    }

    /// Stops observing all scenes. Doubles hold the run, and the run holds this recorder. So the observations would
    /// otherwise outlive the scenes, and a leak check would report them.
    func stopWatching() {
        (watched, order) = ([:], [])
    }

    /// The scenes that still exist, oldest first.
    var scenes: [any InspectableScene] {
        var scenes: [any InspectableScene] = []
        for number in order {
            if let scene = watched[number]?.scene { scenes.append(scene) }
        }
        return scenes
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
        if case .useCase(let useCase) = event.kind, let task = TrackedTask.ofThisTask {
            staleWrites.noteUseCase(useCase, at: event.callSite, of: task, in: event.scene.number)
        }
        casesByScene[event.scene.number]?.note(event.kind)
        noteEffect(event)
        guard staleWrites.isOn, case .mutation(let mutation) = event.kind, let scene else { return nil }
        let task = TrackedTask.ofThisTask
        return staleWrites.willMutate(
            scene, by: mutation, at: event.callSite, in: isFollowUp(event) ? nil : task, during: task)
    }

    /// Notes that a task has read the domain state of a scene.
    func noteDomainRead(of number: UInt64, by task: TrackedTask) {
        guard let scene = watched[number]?.scene else { return }
        // The error of an outdated call need not be shown.
        if swallowed != nil, staleWrites.isOutdated(scene, for: task) { noteEffect() }
        staleWrites.noteRead(of: scene, by: task)
    }

    // MARK: An injected error

    /// Notes that a call of a task throws an error that the exploration injects.
    nonisolated func noteFault(in function: String, of task: TrackedTask) {
        let root = task.tracker?.root(of: task.number) ?? task.number
        let subject = task.tracker?.subject(of: root).map { "\($0)" }
        log.withLock { $0.fault = InjectedError(function: function, task: root, subject: subject ?? "an action") }
    }

    /// An action has ended that the task has run as a part of itself. What the action has not done about an error, the
    /// task can still do.
    nonisolated func passOnFault(of action: Int, to task: TrackedTask) {
        if let fault = swallowed, fault.task == action { noteFault(in: fault.function, of: task) }
    }

    /// Notes that the current task has done something. If one of its calls has failed before, it has not just ignored
    /// that.
    nonisolated func noteEffect() {
        guard let fault = log.withLock({ $0.fault }), !fault.isAnswered, let task = TrackedTask.current,
            fault.task == task.tracker?.root(of: task.number)
        else { return }
        log.withLock { $0.fault?.isAnswered = true }
    }

    private func noteEffect(_ event: SceneEvent) {
        switch event.kind {
        // A mutation is dropped if the user has left the scene, for example.
        case .mutation, .output, .dropped(.mutation, _, _): noteEffect()
        case .action where event.cause != nil: log.withLock { $0.fault?.isAnswered = true }
        default: break
        }
    }

    nonisolated func forgetFault() { log.withLock { $0.fault = nil } }

    /// The injected error, if nothing was done about it.
    nonisolated var swallowed: InjectedError? { log.withLock { $0.fault.flatMap { $0.isAnswered ? nil : $0 } } }

    /// Keeps the domain states, for a comparison with those of other orders. Called when nothing can run any more.
    func noteRest(_ clocks: [any SteppedClock]) {
        guard staleWrites.isOn else { return }
        rests.append(RestState(scenes.map { ($0.identity, $0.currentState) }, clocks: clocks.map { $0.offset }))
        staleWrites.rests = rests.count
    }

    private func noteStep(_ kind: SceneEvent.Kind) {
        switch kind {
        case .useCase(let value): TrackedTask.ofThisTask?.note("use case \(EnumCaseName.of(value))")
        case .mutation(let value): TrackedTask.ofThisTask?.note("mutation \(EnumCaseName.of(value))")
        case .output(let value): TrackedTask.ofThisTask?.note("output \(EnumCaseName.of(value))")
        default: break
        }
    }

    /// Whether an observer or a side effect executed the mutation. Such a mutation can be applied later, in the context of
    /// another task.
    private func isFollowUp(_ event: SceneEvent) -> Bool {
        guard let cause = records.last(where: { $0.event.id == event.cause })?.event.kind else { return false }
        switch cause {
        case .commit, .sideEffects: return true
        default: return false
        }
    }
}

/// An error that an exploration has injected into a call.
struct InjectedError: Sendable {
    /// The stubbed function.
    let function: String
    /// The number of the action.
    let task: Int
    let subject: String
    /// Whether the action has done anything since.
    var isAnswered = false

    /// The name of the function without its arguments.
    var name: String { String(function.prefix { $0 != "(" }) }
}
