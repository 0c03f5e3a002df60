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
    /// What it is in the ledger of what can run, if there is one.
    let activity: Activity?

    /// Where the registry keeps it, or -1. Written under the registry's lock.
    @usableFromInline let slot = Atomic<Int>(-1)
    /// Whether a registry has taken it that was open, also if that has closed since.
    @usableFromInline var isRegistered: Bool { slot.load(ordering: .relaxed) >= 0 }

    // Unchecked, as all below that every action reads or writes: by the main actor only, and each access is over before
    // a function of the client runs.
    @MainActor @exclusivity(unchecked) @usableFromInline private(set) var isFinished = false
    /// Whether its `handle` was called.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) @usableFromInline var hasBegun = false
    /// The task that `handle` runs in, from the moment its creation has returned until it finishes.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) var task: Task<Void, Never>?
    /// What few actions need.
    // Unchecked: see `isFinished`.
    @MainActor @exclusivity(unchecked) private(set) var details: ActionDetails?

    @usableFromInline
    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite) {
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
        activity = nil
    }

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, activity: Activity?) {
        self.activity = activity
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
    }

    /// Whether the action was cancelled. Asks its tasks, so that no cancellation handler has to be installed, which would
    /// cost every action more than its mutations save.
    @MainActor
    var isCancelled: Bool {
        guard !isFinished else { return false }
        if details?.cancelReason != nil { return true }
        // Up to its first suspension the task has no handle outside: whatever asks runs in it, or below it.
        return task?.isCancelled ?? Task.isCancelled || details?.outerTask?.isCancelled ?? false
    }

    /// Marks the action finished. Its tasks are let go, which ends the cycle between them and the record.
    @MainActor
    @usableFromInline
    func finish() {
        isFinished = true
        task = nil
        details?.outerTask = nil
        if !isDeferred { endActivity() }
    }

    /// Whether its start was deferred. Then the task that the caller was given goes on for a moment after it has finished.
    @MainActor var isDeferred: Bool {
        get { details?.isDeferred ?? false }
        set { madeDetails().isDeferred = newValue }
    }

    /// Nothing of it can run any more, and nothing of it holds the scene.
    @MainActor
    func endActivity() {
        if let activity { activity.end(resuming: details?.awaiter) } else { details?.awaiter?.resume() }
    }

    /// What few actions need, made when first needed.
    @MainActor
    func madeDetails() -> ActionDetails {
        if let details { return details }
        let made = ActionDetails()
        details = made
        return made
    }
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
    /// The wait of the activity that runs it, to be resumed when it ends.
    var awaiter: Parking?
    /// How many starts in a row were made by observers, without a suspension between them.
    var chain: CallbackChain?
    /// What the scheduler knows it by, if it has a policy.
    var scheduled: (id: ActionScheduler.ID, group: GroupID)?
    /// What made the action happen, if it is traced.
    var cause: SceneEvent.ID?
    /// The action itself, kept only where somebody looks: in debug builds and traced scenes.
    var action: (any Sendable)?
    /// The scene's events, while the action runs and is traced.
    var events: SceneEvents?
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
    var events: SceneEvents? { details?.events }
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
