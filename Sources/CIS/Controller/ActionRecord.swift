import Synchronization

/// One execution of an action: who may ask about it is everything that runs in its task context.
///
/// Kept small, because every action makes one, and without a reference to its scene: a task that escapes from the
/// action inherits the record, and must not keep the scene alive.
final class ActionRecord: Sendable {
    /// The scene it belongs to. Scene numbers are never used again, so a stale record matches no later scene.
    let sceneNumber: UInt64
    /// The action that waits for this one: its cancellation reaches here.
    let parent: ActionRecord?
    let callSite: CallSite
    /// How many starts in a row were made by observers, without a suspension between them.
    let chain: CallbackChain?
    /// What it is in the ledger of what can run, if there is one.
    let activity: Activity?

    /// Where the registry keeps it, or -1. Written under the registry's lock.
    let slot = Atomic<Int>(-1)
    /// Whether a registry has taken it that was open, also if that has closed since.
    var isRegistered: Bool { slot.load(ordering: .relaxed) >= 0 }

    @MainActor private(set) var isFinished = false
    /// The task that `handle` runs in, from the moment its creation has returned until it finishes.
    @MainActor var task: Task<Void, Never>?
    /// The wait of the activity that runs it, to be resumed when it ends.
    @MainActor var awaiter: Parking?
    /// Whether its `handle` was called.
    @MainActor var hasBegun = false
    /// Why a policy cancelled it, perhaps before its task was known.
    @MainActor var cancelReason: DropReason?
    /// For a deferred start: the task that the caller was given, which waits for the other.
    @MainActor var outerTask: Task<Void, Never>?
    /// What made the action happen, if it is traced.
    @MainActor var cause: SceneEvent.ID?
    /// The action itself, kept only where somebody looks: in debug builds and traced scenes.
    @MainActor var action: (any Sendable)?
    /// What the scheduler knows it by, if it has a policy.
    @MainActor var scheduled: (id: ActionScheduler.ID, group: GroupID)?
    /// The scene's events, while the action runs and is traced.
    @MainActor var events: SceneEvents?
    /// The event of the action itself, if it is traced.
    @MainActor var event: SceneEvent.ID?

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, chain: CallbackChain?, activity: Activity?) {
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
        self.chain = chain
        self.activity = activity
    }

    /// Whether the action was cancelled. Asks its tasks, so that no cancellation handler has to be installed, which would
    /// cost every action more than its mutations save.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        if cancelReason != nil { return true }
        // Up to its first suspension the task has no handle outside: whatever asks runs in it, or below it.
        return task?.isCancelled ?? Task.isCancelled || outerTask?.isCancelled ?? false
    }

    /// Marks the action finished. Its tasks are let go, which ends the cycle between them and the record.
    @MainActor
    func finish() {
        isFinished = true
        task = nil
        outerTask = nil
        if !isDeferred { endActivity() }
    }

    /// Whether its start was deferred. Then the task that the caller was given goes on for a moment after it has finished.
    @MainActor var isDeferred = false

    /// Nothing of it can run any more, and nothing of it holds the scene.
    @MainActor
    func endActivity() {
        if let activity { activity.end(resuming: awaiter) } else { awaiter?.resume() }
    }
}

/// What runs now, as seen by everything in the task of an action and its child tasks.
struct ActionContext: Sendable {
    let action: ActionRecord
    /// The use case within the action, if it is traced.
    let cause: SceneEvent.ID?

    @TaskLocal static var current: ActionContext?

    /// The innermost action of the given scene in this task context.
    static func action(of sceneNumber: UInt64) -> ActionRecord? {
        var record = current?.action
        while let candidate = record, candidate.sceneNumber != sceneNumber { record = candidate.parent }
        return record
    }
}
