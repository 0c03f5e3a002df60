public import Synchronization

/// One execution of an action: who may ask about it is everything that runs in its task context.
///
/// Kept small, because every action makes one, and without a reference to its scene: a task that escapes from the
/// action inherits the record, and must not keep the scene alive.
@usableFromInline
final class ActionRecord: Sendable {
    /// The scene it belongs to. Scene numbers are never used again, so a stale record matches no later scene.
    let sceneNumber: UInt64
    /// The action that waits for this one: its cancellation reaches here.
    let parent: ActionRecord?
    let callSite: CallSite
    /// What it is in the quiescence tracker of what can run, if there is one.
    let trackedTask: TrackedTask?

    /// Where the registry keeps it, or -1. Written under the registry's lock.
    // Half a word, so that the record does not grow beyond the allocator's next size.
    @usableFromInline let slot = Atomic<Int32>(-1)
    /// Whether a registry has taken it that was open, also if that has closed since.
    @usableFromInline var isRegistered: Bool { slot.load(ordering: .relaxed) >= 0 }

    // Unchecked, as all below that every action reads or writes: by the main actor only, and each access is over before
    // a function of the client runs.
    @MainActor @exclusivity(unchecked) @usableFromInline private(set) var isFinished = false
    /// Whether its task was made to start in place, and could not: the start is deferred.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) @usableFromInline var wasDeferredBySystem = false
    /// The address of the task that `handle` runs in, from its call until it returns. Otherwise 0.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var taskAddress: UInt = 0
    /// The flags of its scene, from the call of `handle` until it returns: so long its task keeps the scene's publisher.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private var sceneFlags: UnsafePointer<SceneFlags>?
    /// What few actions need.
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

    /// The address of the task that is starting on the fast path: the innermost, of whatever scene. Otherwise 0.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) @usableFromInline static var fastPathTaskAddress: UInt = 0

    /// Called in the task of the action, right before its `handle`.
    @MainActor
    @usableFromInline
    func begin(in flags: UnsafePointer<SceneFlags>) {
        sceneFlags = flags
        taskAddress = addressOfThisTask()
    }

    /// The same on the fast path.
    @MainActor
    @usableFromInline
    func beginOnFastPath(in flags: UnsafePointer<SceneFlags>) {
        begin(in: flags)
        Self.fastPathTaskAddress = taskAddress
    }

    /// Whether the task that is starting on the fast path was cancelled.
    @MainActor static var isFastPathTaskCancelled: Bool { task(at: fastPathTaskAddress)?.isCancelled ?? false }

    /// The task that `handle` runs in, until it returns: also before its creator knows it, and while the caller runs in a child
    /// task of it.
    @MainActor var task: Task<Void, Never>? { Self.task(at: taskAddress) }

    /// The running task of an action.
    private static func task(at address: UInt) -> Task<Void, Never>? {
        // The address of a task is all that a handle holds. A task that runs exists.
        unsafeBitCast(address, to: Task<Void, Never>?.self)
    }

    /// Whether its `handle` runs.
    @MainActor var hasBegun: Bool { taskAddress != 0 }

    /// Whether its scene is in a commit or a notification.
    @MainActor var isInsideCommit: Bool { sceneFlags?.pointee.contains(.publishing) ?? false }

    /// Whether the action was cancelled. Asks its tasks, so that no cancellation handler has to be installed, which would
    /// cost every action more than its mutations save.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        if let details, details.cancelReason != nil || details.outerTask?.isCancelled ?? false { return true }
        return task?.isCancelled ?? false
    }

    /// Marks the action finished. Its tasks are let go.
    @MainActor
    @usableFromInline
    func finish() {
        isFinished = true
        taskAddress = 0
        sceneFlags = nil
        details?.outerTask = nil
        if !isDeferred { endTrackedTask() }
    }

    /// Whether its start was deferred. Then the task that the caller was given goes on for a moment after it has finished.
    @MainActor var isDeferred: Bool {
        get { details?.isDeferred ?? false }
        set { ensureDetails().isDeferred = newValue }
    }

    /// Nothing of it can run any more, and nothing of it holds the scene.
    @MainActor
    func endTrackedTask() {
        if let trackedTask { trackedTask.end(resuming: details?.awaiter) } else { details?.awaiter?.resume() }
    }

    /// What few actions need, made when first needed.
    @MainActor
    func ensureDetails() -> ActionDetails {
        if let details { return details }
        let made = ActionDetails()
        details = made
        return made
    }
}

/// Names the running task. A number, because the handle that the library offers is of a type whose layout only the library
/// knows: to store one costs an action more than all else that its record does.
// Not isolated, so that no executor is asked for.
private func addressOfThisTask() -> UInt {
    withUnsafeCurrentTask { unsafeBitCast($0, to: UInt.self) }
}

/// The parts of an action's record that few actions need.
@MainActor
final class ActionDetails {
    /// Why a policy cancelled it, perhaps before its task was known.
    var cancelReason: DropReason?
    /// Whether its start was deferred.
    var isDeferred = false
    /// For a deferred start: the task that the caller was given, which waits for the other.
    var outerTask: Task<Void, Never>?
    /// The wait of the tracked task that runs it, to be resumed when it ends.
    var awaiter: Suspension?
    /// How many starts in a row were made by observers, without a suspension between them.
    var chain: CallbackChain?
    /// What the scheduler knows it by, if it has a policy.
    var scheduled: (id: ActionScheduler.ID, group: GroupID)?
    /// What made the action happen, if it is traced.
    var cause: SceneEvent.ID?
    /// The action itself, kept only where somebody looks: in debug builds and traced scenes.
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

/// What runs now, as seen by everything in the task of an action and its child tasks.
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

    // Written out and not made by the macro, so that the fast path in clients can bind it.
    @usableFromInline static let local = TaskLocal<ActionContext?>(wrappedValue: nil)

    @inlinable static var current: ActionContext? { local.get() }

    /// The innermost action of the given scene in this task context.
    static func action(of sceneNumber: UInt64) -> ActionRecord? {
        var record = current?.action
        while let candidate = record, candidate.sceneNumber != sceneNumber { record = candidate.parent }
        return record
    }
}
