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

    private let state = Atomic<UInt8>(0)
    private static let cancelledBit: UInt8 = 1
    private static let finishedBit: UInt8 = 2

    /// Where the registry keeps it, or -1. Written under the registry's lock.
    let slot = Atomic<Int>(-1)

    /// The action itself, kept only where somebody looks: in debug builds and traced scenes.
    @MainActor var action: (any Sendable)?
    /// The scene's events, while the action runs and is traced.
    @MainActor var events: SceneEvents?
    /// The event of the action itself, if it is traced.
    @MainActor var event: SceneEvent.ID?

    init(sceneNumber: UInt64, parent: ActionRecord?, callSite: CallSite, chain: CallbackChain?) {
        self.sceneNumber = sceneNumber
        self.parent = parent
        self.callSite = callSite
        self.chain = chain
    }

    var isCancelled: Bool { state.load(ordering: .acquiring) & Self.cancelledBit != 0 }
    var isFinished: Bool { state.load(ordering: .acquiring) & Self.finishedBit != 0 }
    var isRunningCancelled: Bool { state.load(ordering: .acquiring) == Self.cancelledBit }

    /// Marks the action cancelled, and counts it in the scene while it is unfinished.
    func cancel(counting cancelledActions: borrowing Atomic<Int>) {
        let before = state.bitwiseOr(Self.cancelledBit, ordering: .acquiringAndReleasing).oldValue
        if before == 0 { cancelledActions.add(1, ordering: .acquiringAndReleasing) }
    }

    /// Marks the action finished.
    func finish(counting cancelledActions: borrowing Atomic<Int>) {
        let before = state.bitwiseOr(Self.finishedBit, ordering: .acquiringAndReleasing).oldValue
        if before == Self.cancelledBit { cancelledActions.subtract(1, ordering: .acquiringAndReleasing) }
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
