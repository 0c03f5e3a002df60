internal import CIS

/// Tracks which tasks of the scenes under test can run: actions, their parallel branches, sources and deadlines.
///
/// A scenario uses it to wait until nothing can run. It is the instrumentation of the scenes that are created during the
/// scenario.
///
/// A task is *runnable* from its start until it suspends or ends, and again as soon as its suspension is resumed. Only
/// suspensions that are reported to the tracker count. A task that waits for anything else counts as runnable.
final class QuiescenceTracker: Sendable {
    /// A description of one task for failure messages.
    struct TaskReport: Sendable {
        let number: Int
        let kind: TrackedTask.Kind
        let subject: any Sendable
        let isRunnable: Bool
        /// Whether the task sleeps on a system clock, and therefore in real time.
        let isOnSystemClock: Bool
        let lastStep: String
        /// Whether its task has begun. An action that its policy holds back has not.
        let hasBegun: Bool

        var name: String { "\(subject)" }
    }

    struct Entry: Sendable {
        let kind: TrackedTask.Kind
        let subject: any Sendable
        var parent: Int?
        /// The Swift task whose suspensions are recorded. Its child tasks inherit its task-local values, but their
        /// suspensions are ignored.
        var task: Int?
        /// The current suspension. 0 while the task is runnable.
        var suspensionID: UInt64 = 0
        var isOnSystemClock = false
        var lastStep = "started" { didSet { hasAnswered = false } }
        /// Whether what the task has waited for in its last step has answered.
        var hasAnswered = false
        /// The number of calls that the task has made. Used in keys that must not depend on timing.
        var calls = 0
        /// The number of ended branches whose results the task has not received yet.
        var unreceivedBranches = 0
        /// Cancels the action.
        var cancel: (@MainActor @Sendable () -> Void)?
        /// The suspension in which the task waits for its branches.
        var branchSuspensionID: UInt64?

        /// Whether the task calls workers and therefore runs alone, in the order of such tasks.
        var isOrdered: Bool { kind.isWork }
    }

    struct State: Sendable {
        var entries: [Int: Entry] = [:]
        /// All sources that were opened, in an exploration. The leak check of a scenario would find their ids here.
        var sources: [TrackedSource] = []
        var lastNumber = 0
        var lastSuspensionID: UInt64 = 0
        var runnable = 0
        /// The number of the newest task when nothing could run.
        var lastAtRest = 0
        /// How many tasks may begin before nothing can run again.
        let limit = StepLimit.current * 10
        /// Whether tasks begin again and again.
        var isRestless: Bool { lastNumber - lastAtRest > limit }
        /// The number of changes so far.
        var changes = 0
        /// The runnable actions and branches, in the order in which they run.
        var order = TaskOrder()
        /// The tasks that wait until they are first in this order.
        var waitingUntilFirst: [Int: CheckedContinuation<Void, Never>] = [:]
        /// The tasks that sleep on a system clock.
        var systemSleepers: Set<Int> = []
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

        /// Removes and returns the continuations that can be resumed now.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            var ready: [CheckedContinuation<Void, Never>] = []
            if let first = order.first, let continuation = waitingUntilFirst.removeValue(forKey: first) {
                ready.append(continuation)
            }
            if runnable == 0 { lastAtRest = lastNumber }
            guard runnable == 0 || isRestless else { return ready }
            ready += waiters.values
            waiters = [:]
            return ready
        }
    }

    private let state = LockedValue(State())
    /// Called with each scene that is created under this tracker.
    let onScene: (@MainActor @Sendable (any InspectableScene) -> Void)?
    /// Called when a tracked task reads the domain state of a scene.
    let onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, TrackedTask) -> Void)?
    /// Called when a tracked task has slept on a system clock until its deadline.
    let onSystemSleep: (@Sendable (_ number: Int) -> Void)?
    /// Called when an action ends that another task has run as a part of itself.
    let onAwaitedEnd: (@Sendable (_ number: Int, _ awaitedBy: TrackedTask) -> Void)?
    /// Called with each closure that is registered with a scene.
    let onRegistration: (@MainActor @Sendable (RegisteredClosure) -> Void)?
    /// The executor of parallel branches.
    let executor: (any TaskExecutor)?

    init(
        executor: (any TaskExecutor)? = nil,
        onScene: (@MainActor @Sendable (any InspectableScene) -> Void)? = nil,
        onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, TrackedTask) -> Void)? = nil,
        onSystemSleep: (@Sendable (_ number: Int) -> Void)? = nil,
        onAwaitedEnd: (@Sendable (_ number: Int, _ awaitedBy: TrackedTask) -> Void)? = nil,
        onRegistration: (@MainActor @Sendable (RegisteredClosure) -> Void)? = nil
    ) {
        self.executor = executor
        self.onScene = onScene
        self.onDomainRead = onDomainRead
        self.onSystemSleep = onSystemSleep
        self.onAwaitedEnd = onAwaitedEnd
        self.onRegistration = onRegistration
        Instrumentation.noteMade()
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
    var isQuiet: Bool { read { $0.runnable == 0 } }

    /// Whether so many tasks have begun since nothing could run that the scenes never come to rest.
    var isRestless: Bool { read { $0.isRestless } }

    /// Whether a task sleeps on a system clock, and therefore in real time.
    var hasSystemSleepers: Bool { read { !$0.systemSleepers.isEmpty } }

    /// The number of the newest task.
    var lastNumber: Int { read { $0.lastNumber } }

    /// The number of changes so far. While it stays the same, nothing has happened.
    var changes: Int { read { $0.changes } }

    /// The tasks that have not ended, oldest first.
    var reports: [TaskReport] {
        read { state in
            state.entries.sorted { $0.key < $1.key }.map { number, entry in
                TaskReport(
                    number: number, kind: entry.kind, subject: entry.subject, isRunnable: entry.suspensionID == 0,
                    isOnSystemClock: entry.isOnSystemClock && entry.suspensionID != 0,
                    lastStep: entry.hasAnswered ? "\(entry.lastStep), which has answered" : entry.lastStep,
                    hasBegun: entry.task != nil)
            }
        }
    }

    /// The action that a branch belongs to. For other tasks, the task itself.
    func root(of number: Int) -> Int {
        read { state in
            var number = number
            while let parent = state.entries[number]?.parent { number = parent }
            return number
        }
    }

    /// Returns what a task does, or `nil` if it has ended.
    func kind(of number: Int) -> TrackedTask.Kind? {
        read { $0.entries[number]?.kind }
    }

    /// What a task does: its action, for example. `nil` if it has ended.
    func subject(of number: Int) -> (any Sendable)? {
        read { $0.entries[number]?.subject }
    }

    /// Suspends until nothing can run.
    ///
    /// - Returns: `true` when nothing can run, `false` if the calling task was cancelled first, or if that never happens.
    @MainActor
    func untilQuiet() async -> Bool {
        while !isQuiet {
            if Task.isCancelled || isRestless { return false }
            let id = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isQuiet = state.withLock { state in
                        guard state.runnable > 0, !state.isRestless, !Task.isCancelled else { return true }
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
