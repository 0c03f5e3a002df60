import Synchronization

/// One execution of an action. Available to all code that runs in the action's task.
///
/// It is small, because every action creates one. It has no reference to its scene: an unstructured task inherits the
/// record, and must not keep the scene alive.
final class ActionRecord: Sendable {
    /// The number of its scene. Numbers are never reused, so the record of an old scene matches no new one.
    let sceneNumber: UInt64
    /// The action that waits for this one. Its cancellation also cancels this one.
    let parent: ActionRecord?
    let callSite: CallSite
    /// The action as the instrumentation knows it, if there is one.
    let trackedTask: TrackedTask?

    /// The index of the action in the registry, or -1. Written under the registry's lock.
    // 32 bits, so that the record stays within one size class of the allocator.
    let registryIndex = Atomic<Int32>(-1)
    /// Whether the action was inserted into an open registry. Remains `true` if the registry has been closed since.
    var isRegistered: Bool { registryIndex.load(ordering: .relaxed) >= 0 }

    // Unchecked exclusivity is safe here and for the properties below: only the main actor accesses them, and each
    // access ends before any client code runs. Swift's dynamic check would cost each access two calls.
    @MainActor @exclusivity(unchecked) private(set) var isFinished = false
    /// Whether the system has deferred the task although it should have started in place.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) var wasDeferredBySystem = false
    /// Whether its start was deferred. In that case the task that the caller was given ends shortly after the action.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) var isDeferred = false
    /// The address of the task in which `handle` runs, from its call until it returns. Otherwise 0.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var taskAddress: UInt = 0
    /// The flags of its scene while `handle` runs. During this time the task keeps the core, which contains the
    /// flags, alive.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var sceneFlags: UnsafePointer<SceneFlags>?
    /// The properties that few actions need. Created at the first use.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private(set) var details: ActionDetails?

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, trackedTask: TrackedTask?) {
        self.trackedTask = trackedTask
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
    }

    /// Records that `handle` is called next. Called in the action's task.
    @MainActor
    func begin(in flags: UnsafePointer<SceneFlags>) {
        sceneFlags = flags
        taskAddress = addressOfThisTask()
    }

    /// The task in which `handle` runs, until it returns. It is known even before the code that creates the task has
    /// received it, and also in child tasks.
    @MainActor var task: Task<Void, Never>? { Self.task(at: taskAddress) }

    /// The running task of an action.
    private static func task(at address: UInt) -> Task<Void, Never>? {
        // Formally undefined, because it relies on `Task` being a single reference. A running task is alive, so its
        // address is valid. G5CompletionTests watch this. Storing a `Task` handle would cost an action more than
        // everything else in its record.
        unsafeBitCast(address, to: Task<Void, Never>?.self)
    }

    /// Whether its `handle` runs.
    @MainActor var hasBegun: Bool { taskAddress != 0 }

    /// Whether its scene is in a commit or a notification.
    @MainActor var isInsideCommit: Bool { sceneFlags?.pointee.contains(.publishing) ?? false }

    /// Whether the action was cancelled. Reads it from the action's tasks, because a cancellation handler would cost every
    /// action more than all its mutations.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        if let details, details.cancelReason != nil || details.outerTask?.isCancelled ?? false { return true }
        return task?.isCancelled ?? false
    }

    /// Marks the action as finished, and releases its tasks.
    @MainActor
    func finish() {
        // Most actions have neither details nor a tracked task. They end here, without calling the function that can resume
        // a task.
        guard details == nil, trackedTask == nil else { return finishWithDetails() }
        noteEnd()
    }

    @MainActor
    private func noteEnd() {
        isFinished = true
        taskAddress = 0
        sceneFlags = nil
    }

    @MainActor
    @inline(never)
    private func finishWithDetails() {
        let watch = details?.endWatch
        let end: ActionEnd = watch != nil && isCancelled ? .cancelled(cancelReason) : .finished
        noteEnd()
        details?.outerTask = nil
        if !isDeferred { endTrackedTask() }
        watch?.end(end)
    }

    /// Tells the instrumentation that the action has ended and no longer holds its scene.
    @MainActor
    func endTrackedTask() {
        if let trackedTask { trackedTask.end(resuming: details?.awaiter) } else { details?.awaiter?.resume() }
    }

    /// The details, created now if necessary.
    @MainActor
    func ensureDetails() -> ActionDetails {
        if let details { return details }
        let made = ActionDetails()
        details = made
        return made
    }
}

/// The address of the running task. See `task(at:)` for why it is a number.
// Not isolated: an isolated function would check its executor.
private func addressOfThisTask() -> UInt {
    withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
}

/// The properties of an action's record that few actions need.
// The small properties are together, because every property begins at a multiple of its size.
@MainActor
final class ActionDetails {
    /// Receives how the action ends.
    var endWatch: ActionEndWatch?
    /// For a deferred start: the task that the caller was given. It waits for the task of the action.
    var outerTask: Task<Void, Never>?
    /// The suspension of the tracked task that waits for this action. Resumed when the action ends.
    var awaiter: Suspension?
    /// The callback chain that the action belongs to.
    var chain: CallbackChain?
    /// The scheduler's entry for the action, if it has a policy and has not ended.
    var scheduled: ActionDispatcher.Entry?
    /// The action itself. Kept only in debug builds and traced scenes.
    var action: (any Sendable)?
    /// The scene's events, while the action runs and is traced.
    var events: SceneEventEmitter?
    /// The event of the action itself, if it is traced.
    var event: SceneEvent.ID?
    /// The reason why a policy has cancelled the action, possibly before its task was known.
    var cancelReason: DropReason?
    /// The decision of the policy, if it was made before the action began to wait in its task.
    var decision: StartPermit.Decision?
    /// The event that caused the action, if it is traced.
    var cause: SceneEvent.ID?
    /// Surrounds what the action's commits invalidate; see `SceneRuntime.execute(_:fileID:line:transaction:)`.
    var transaction: ((() -> Void) -> Void)?
}

@MainActor
extension ActionRecord {
    var cancelReason: DropReason? { details?.cancelReason }
    var chain: CallbackChain? { details?.chain }
    var scheduled: ActionDispatcher.Entry? { details?.scheduled }
    var cause: SceneEvent.ID? { details?.cause }
    var action: (any Sendable)? { details?.action }
    var events: SceneEventEmitter? { details?.events }
    var event: SceneEvent.ID? { details?.event }
    /// The transaction of this action, or of the innermost action that waits for it.
    var transaction: ((() -> Void) -> Void)? { details?.transaction ?? parent?.transaction }
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
    var isPending: Bool { record.map { !$0.hasBegun && !$0.isFinished } ?? false }

    func end(_ end: ActionEnd) {
        let tell = self.tell
        self.tell = nil
        tell?(dropReason.map(ActionEnd.dropped) ?? end)
    }
}
