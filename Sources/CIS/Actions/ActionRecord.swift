import Synchronization

/// One execution of an action. Available to all code that runs in the action's task.
///
/// It refers to its scene only while `handle` runs: an unstructured task inherits the record, and must not keep the scene
/// alive.
final class ActionRecord: Sendable {
    /// The number of its scene. Numbers are never reused, so the record of an old scene matches no new one.
    let sceneNumber: UInt64
    /// The action that waits for this one. Its cancellation also cancels this one.
    let parent: ActionRecord?
    let callSite: CallSite
    let trackedTask: TrackedTask?

    /// The index of the action in the registry, or -1. Written under the registry's lock.
    let registryIndex = Atomic<Int32>(-1)
    /// Whether the action was inserted into an open registry. Remains `true` if the registry has been closed since.
    var isRegistered: Bool { registryIndex.load(ordering: .relaxed) >= 0 }

    // MARK: Its life

    // Unchecked exclusivity is safe here and below: only the main actor accesses these properties, and each access ends
    // before any client code runs.
    @MainActor @exclusivity(unchecked) private(set) var isFinished = false
    /// Whether the system has deferred the task although it should have started in place.
    @MainActor var wasDeferredBySystem = false
    /// The reason why a policy has cancelled the action, possibly before its task was known.
    @MainActor var cancelReason: DropReason?
    /// The address of the task in which `handle` runs, from its call until it returns. Otherwise 0.
    @MainActor @exclusivity(unchecked) private var taskAddress: UInt = 0
    /// The scene, while `handle` runs.
    @MainActor @exclusivity(unchecked) private(set) var scene: SceneCore?

    // MARK: Set for few actions

    /// What the dispatcher knows of the action, if it has a policy and has not ended.
    @MainActor var scheduled: DispatchedAction?
    @MainActor var chain: CallbackChain?
    @MainActor var endWatch: ActionEndWatch?
    /// The suspension of the tracked task that waits for this action. Resumed when the action ends.
    @MainActor var awaiter: Suspension?
    /// Surrounds what the action's commits in its scene invalidate; see `SceneRuntime.execute(_:fileID:line:transaction:)`.
    @MainActor var transaction: ((() -> Void) -> Void)?
    /// Only in debug builds and traced scenes.
    @MainActor var trace: ActionTrace?

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, trackedTask: TrackedTask?) {
        self.trackedTask = trackedTask
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
    }

    /// Records that `handle` is called next. Called in the action's task.
    @MainActor
    func begin(in scene: SceneCore) {
        self.scene = scene
        taskAddress = addressOfThisTask()
    }

    /// The task in which `handle` runs, until it returns. It is known even before the code that creates the task has
    /// received it, and also in child tasks.
    @MainActor private var task: Task<Void, Never>? {
        // Formally undefined, because it relies on `Task` being a single reference. A running task is alive, so its
        // address is valid. G5CompletionTests watch this. Storing an `UnsafeCurrentTask` costs an action a tenth of its
        // instructions (W5m of `.ci/check-performance.sh`), because its layout is not known when CIS is compiled.
        unsafeBitCast(taskAddress, to: Task<Void, Never>?.self)
    }

    /// Whether its `handle` runs.
    @MainActor var isRunning: Bool { taskAddress != 0 }

    /// The transaction in a scene: that of this action, or of the innermost action of that scene that waits for it.
    @MainActor
    func transaction(inScene number: UInt64) -> ((() -> Void) -> Void)? {
        if sceneNumber == number, let transaction { return transaction }
        return parent?.transaction(inScene: number)
    }

    /// Whether the action was cancelled. Reads it from the action's task, because a cancellation handler would cost every
    /// action more than all its mutations.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        return cancelReason != nil || task?.isCancelled ?? false
    }

    @MainActor
    func cancel(registeredIn registry: ActionRegistry?) {
        (task ?? registry?.task(of: self))?.cancel()
    }

    /// Marks the action as finished, and releases its scene and its task.
    @MainActor
    func finish() {
        let watch = endWatch
        let end: ActionEnd = watch != nil && isCancelled ? .cancelled(cancelReason) : .finished
        isFinished = true
        taskAddress = 0
        scene = nil
        // The action has ended, and no longer holds its scene.
        if let trackedTask { trackedTask.end(resuming: awaiter) } else { awaiter?.resume() }
        watch?.end(end)
    }
}

/// The address of the running task. See `task` for why it is a number.
// Not isolated: an isolated function would check its executor.
private func addressOfThisTask() -> UInt {
    withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
}

/// The parts of an action that appear in reports and events.
@MainActor
final class ActionTrace {
    let action: any Sendable
    let cause: SceneEvent.ID?
    var event: SceneEvent.ID?

    init(_ action: any Sendable, cause: SceneEvent.ID? = nil) {
        self.action = action
        self.cause = cause
    }
}

/// How an action has ended. Used by front ends in other languages, which have no task to await.
package enum ActionEnd: Sendable, Equatable {
    /// Its `handle` has returned.
    case finished
    /// Its `handle` has returned, and the action was cancelled. The reason is known only if a policy has cancelled it.
    case cancelled(DropReason?)
    /// Its `handle` never ran.
    case dropped(DropReason)
}

/// Calls a function once when an action ends, and knows whether the action still waits for its start.
@MainActor
final class ActionEndWatch {
    /// Set before the action ends, if it is dropped.
    var dropReason: DropReason?
    /// The action, from its creation on. `nil` again when nothing runs it any more.
    weak var record: ActionRecord?
    private var tell: ((ActionEnd) -> Void)?

    init(_ tell: @escaping (ActionEnd) -> Void) {
        self.tell = tell
    }

    /// Whether the action has been executed and has neither begun nor ended.
    var isPending: Bool { record.map { !$0.isRunning && !$0.isFinished } ?? false }

    func end(_ end: ActionEnd) {
        let tell = self.tell
        self.tell = nil
        tell?(dropReason.map(ActionEnd.dropped) ?? end)
    }
}
