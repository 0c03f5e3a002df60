import Synchronization

/// Tracks which tasks of the scenes under test can run: actions, their parallel branches, sources and deadlines.
///
/// Test tools use it to wait until nothing can run. A scene uses the tracker that is current when its store is created.
/// Without a tracker, nothing is tracked, at no cost.
///
/// A task is *runnable* from its start until it suspends or ends, and again as soon as its suspension is resumed. Only
/// suspensions that are reported to the tracker count. A task that waits for anything else counts as runnable.
package final class QuiescenceTracker: Sendable {
    /// The tracker of the scenes that are created in this task.
    @TaskLocal package static var current: QuiescenceTracker?

    /// The tracker of a scene that is created now.
    // Never inlined, so that a store that is created without a tracker does not save registers for these lookups.
    @inline(never)
    static var currentForScene: QuiescenceTracker? { TrackedTask.current?.tracker ?? current }

    /// What a task does.
    package enum Kind: Sendable {
        case action, branch, source, deadline, delivery
    }

    /// A description of one task for failure messages.
    package struct TaskReport: Sendable {
        package let number: Int
        package let kind: Kind
        package let subject: any Sendable
        package let isRunnable: Bool
        /// Whether the task sleeps on a system clock, and therefore in real time.
        package let isOnSystemClock: Bool
        package let lastStep: String

        package var name: String { "\(subject)" }
    }

    struct Entry: Sendable {
        let kind: Kind
        let subject: any Sendable
        var parent: Int?
        /// The Swift task whose suspensions count. The suspensions of its child tasks do not count, although these
        /// inherit its task-local values.
        var task: Int?
        /// The current suspension. 0 while the task is runnable.
        var suspensionID: UInt64 = 0
        var isOnSystemClock = false
        var lastStep = "started"
        /// The number of calls that the task has made. Used in keys that must not depend on timing.
        var calls = 0
        /// The number of ended branches whose results the task has not received yet.
        var unreceivedBranches = 0
        /// Cancels the action.
        var cancel: (@MainActor @Sendable () -> Void)?
        /// The suspension in which the task waits for its branches.
        var branchSuspensionID: UInt64?

        /// Whether the task calls workers and therefore takes turns with other tasks.
        var takesTurns: Bool { kind == .action || kind == .branch }
    }

    struct State: Sendable {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
        var lastSuspensionID: UInt64 = 0
        var runnable = 0
        /// The number of changes so far.
        var changes = 0
        /// The runnable actions and branches, in the order of their turns.
        var turns: ContiguousArray<Int> = []
        /// The tasks that wait for their turn.
        var awaitingTurn: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

        /// Removes and returns the continuations that can be resumed now.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            var ready: [CheckedContinuation<Void, Never>] = []
            if let first = turns.first, let continuation = awaitingTurn.removeValue(forKey: first) {
                ready.append(continuation)
            }
            guard runnable == 0 else { return ready }
            ready += waiters.values
            waiters = [:]
            return ready
        }
    }

    /// Whether any tracker was ever created in this process. Without one, a check costs one relaxed load.
    static var wasMade: Bool { made.load(ordering: .relaxed) }
    private static let made = Atomic<Bool>(false)

    private let state = LockedValue(State())
    /// Called with each scene that is created under this tracker.
    package let onScene: (@MainActor @Sendable (any InspectableScene) -> Void)?
    /// Called when a tracked task reads the domain state of a scene.
    package let onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, TrackedTask) -> Void)?
    /// Called when a tracked task has slept on a system clock until its deadline.
    package let onSystemSleep: (@Sendable (_ number: Int) -> Void)?
    /// The executor of parallel branches; `nil` for the default one. Whole actions do not use it: a task with a
    /// preferred executor suspends on its way to the main actor even if it is there already, and so would not start in
    /// place.
    package let executor: (any TaskExecutor)?

    package init(
        executor: (any TaskExecutor)? = nil,
        onScene: (@MainActor @Sendable (any InspectableScene) -> Void)? = nil,
        onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, TrackedTask) -> Void)? = nil,
        onSystemSleep: (@Sendable (_ number: Int) -> Void)? = nil
    ) {
        self.executor = executor
        self.onScene = onScene
        self.onDomainRead = onDomainRead
        self.onSystemSleep = onSystemSleep
        Self.made.store(true, ordering: .relaxed)
    }

    /// Reads the state.
    func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        state.withLock { body($0) }
    }

    /// Changes the state, then resumes the callers that waited for this change.
    func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            state.changes += 1
            return (body(&state), state.takeReady())
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    // MARK: Looking

    /// Whether nothing can run.
    package var isQuiet: Bool { read { $0.runnable == 0 } }

    /// The number of the newest task.
    package var lastNumber: Int { read { $0.lastNumber } }

    /// The number of changes so far. While it stays the same, nothing has happened.
    package var changes: Int { read { $0.changes } }

    /// The tasks that have not ended, oldest first.
    package var reports: [TaskReport] {
        read { state in
            state.entries.sorted { $0.key < $1.key }.map { number, entry in
                TaskReport(
                    number: number, kind: entry.kind, subject: entry.subject, isRunnable: entry.suspensionID == 0,
                    isOnSystemClock: entry.isOnSystemClock && entry.suspensionID != 0, lastStep: entry.lastStep)
            }
        }
    }

    /// Returns what a task does, or `nil` if it has ended.
    package func kind(of number: Int) -> Kind? {
        read { $0.entries[number]?.kind }
    }

    /// Suspends until nothing can run.
    ///
    /// - Returns: `true` when nothing can run, `false` if the calling task was cancelled first.
    @MainActor
    package func untilQuiet() async -> Bool {
        while !isQuiet {
            if Task.isCancelled { return false }
            let id = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isQuiet = state.withLock { state in
                        guard state.runnable > 0, !Task.isCancelled else { return true }
                        state.waiters[id] = continuation
                        return false
                    }
                    if isQuiet { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
            }
        }
        return true
    }
}
