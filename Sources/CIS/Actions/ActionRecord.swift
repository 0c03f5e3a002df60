public import Synchronization

/// One execution of an action. Available to all code that runs in the action's task.
///
/// It is small, because every action creates one. It has no reference to its scene: an unstructured task inherits the
/// record, and must not keep the scene alive.
@usableFromInline
final class ActionRecord: Sendable {
    /// The number of its scene. Numbers are never reused, so the record of an old scene matches no new one.
    let sceneNumber: UInt64
    /// The action that waits for this one: its cancellation reaches here.
    let parent: ActionRecord?
    let callSite: CallSite
    /// The action as the quiescence tracker knows it, if there is one.
    let trackedTask: TrackedTask?

    /// Its index in the registry, or -1. Written under the registry's lock.
    // 32 bits, so that the record stays within one size class of the allocator.
    @usableFromInline let registryIndex = Atomic<Int32>(-1)
    /// Whether an open registry has taken it, even if the registry has been closed since.
    @usableFromInline var isRegistered: Bool { registryIndex.load(ordering: .relaxed) >= 0 }

    // Unchecked, as all below that every action reads or writes: only the main actor accesses them, and each access
    // ends before a function of the client runs. Swift's dynamic check would cost each access two calls.
    @MainActor @exclusivity(unchecked) @usableFromInline private(set) var isFinished = false
    /// Whether its task should have started in place and the system has deferred it.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) @usableFromInline var wasDeferredBySystem = false
    /// The address of the task in which `handle` runs, from its call until it returns. Otherwise 0.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var taskAddress: UInt = 0
    /// The flags of its scene, from the call of `handle` until it returns. The task keeps the publisher alive for so
    /// long.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var sceneFlags: UnsafePointer<SceneFlags>?
    /// What few actions need, created at the first use.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private(set) var details: ActionDetails?

    @usableFromInline
    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite) {
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
        trackedTask = nil
    }

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, trackedTask: TrackedTask?) {
        self.trackedTask = trackedTask
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
    }

    /// The address of the task that is starting on the fast path, in any scene. If starts are nested, it is the
    /// innermost. 0 if none is starting.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) @usableFromInline static var fastPathTaskAddress: UInt = 0

    /// Notes that `handle` is called next. Called in the action's task.
    @MainActor
    @usableFromInline
    func begin(in flags: UnsafePointer<SceneFlags>) {
        sceneFlags = flags
        taskAddress = addressOfThisTask()
    }

    /// Notes the same on the fast path.
    @MainActor
    @usableFromInline
    func beginOnFastPath(in flags: UnsafePointer<SceneFlags>) {
        begin(in: flags)
        Self.fastPathTaskAddress = taskAddress
    }

    /// Whether the task that is starting on the fast path was cancelled.
    @MainActor static var isFastPathTaskCancelled: Bool { task(at: fastPathTaskAddress)?.isCancelled ?? false }

    /// The task in which `handle` runs, until it returns. Known also before the creator of the task has it, and in
    /// child tasks.
    @MainActor var task: Task<Void, Never>? { Self.task(at: taskAddress) }

    /// The running task of an action.
    private static func task(at address: UInt) -> Task<Void, Never>? {
        // Formally undefined: it relies on `Task` being one reference. A running task is alive, so its address is
        // valid. G5CompletionTests watch it. A stored `Task` handle costs an action more than all else that its record
        // does.
        unsafeBitCast(address, to: Task<Void, Never>?.self)
    }

    /// Whether its `handle` runs.
    @MainActor var hasBegun: Bool { taskAddress != 0 }

    /// Whether its scene is in a commit or a notification.
    @MainActor var isInsideCommit: Bool { sceneFlags?.pointee.contains(.publishing) ?? false }

    /// Whether the action was cancelled. Reads it from its tasks: a cancellation handler would cost every action more
    /// than all its mutations.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        if let details, details.cancelReason != nil || details.outerTask?.isCancelled ?? false { return true }
        return task?.isCancelled ?? false
    }

    /// Marks the action as finished, and releases its tasks.
    @MainActor
    @usableFromInline
    func finish() {
        let watch = details?.endWatch
        let end: ActionEnd = watch != nil && isCancelled ? .cancelled(cancelReason) : .finished
        isFinished = true
        taskAddress = 0
        sceneFlags = nil
        details?.outerTask = nil
        if !isDeferred { endTrackedTask() }
        watch?.end(end)
    }

    /// Whether its start was deferred. In that case the task that the caller was given ends shortly after the action.
    @MainActor var isDeferred: Bool {
        get { details?.isDeferred ?? false }
        set { ensureDetails().isDeferred = newValue }
    }

    /// Tells the quiescence tracker that the action has ended and no longer holds its scene.
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

/// The parts of an action's record that few actions need.
@MainActor
final class ActionDetails {
    /// Why a policy has cancelled it, possibly before its task was known.
    var cancelReason: DropReason?
    /// Told how it ends.
    var endWatch: ActionEndWatch?
    /// Whether its start was deferred.
    var isDeferred = false
    /// For a deferred start: the task that the caller was given. It waits for the task of the action.
    var outerTask: Task<Void, Never>?
    /// The wait of the tracked task that runs it, to be resumed when it ends.
    var awaiter: Suspension?
    /// The callback chain that it belongs to.
    var chain: CallbackChain?
    /// Its id and group in the scheduler, if it has a policy.
    var scheduled: (id: ActionScheduler.ID, group: GroupID)?
    /// What its policy has decided, if that was when it was executed.
    var decision: StartPermit.Decision?
    /// The event that caused the action, if it is traced.
    var cause: SceneEvent.ID?
    /// The action itself. Kept only in debug builds and traced scenes.
    var action: (any Sendable)?
    /// The scene's events, while the action runs and is traced.
    var events: SceneEventEmitter?
    /// The event of the action itself, if it is traced.
    var event: SceneEvent.ID?
}

@MainActor
extension ActionRecord {
    var cancelReason: DropReason? { details?.cancelReason }
    var chain: CallbackChain? { details?.chain }
    var scheduled: (id: ActionScheduler.ID, group: GroupID)? { details?.scheduled }
    var cause: SceneEvent.ID? { details?.cause }
    var action: (any Sendable)? { details?.action }
    var events: SceneEventEmitter? { details?.events }
    var event: SceneEvent.ID? { details?.event }
}

/// The action and the use case in whose task the caller runs.
@usableFromInline
struct ActionContext: Sendable {
    @usableFromInline let action: ActionRecord
    /// The use case within the action, if it is traced.
    @usableFromInline let cause: SceneEvent.ID?

    @inlinable
    init(action: ActionRecord, cause: SceneEvent.ID?) {
        self.action = action
        self.cause = cause
    }

    // Written without the macro, so that the fast path can bind it in clients.
    @usableFromInline static let local = TaskLocal<ActionContext?>(wrappedValue: nil)

    @inlinable static var current: ActionContext? { local.get() }

    /// The innermost action of the given scene in this task context.
    static func action(of sceneNumber: UInt64) -> ActionRecord? {
        var record = current?.action
        while let candidate = record, candidate.sceneNumber != sceneNumber { record = candidate.parent }
        return record
    }
}
