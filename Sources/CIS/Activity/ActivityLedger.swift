import Synchronization

/// Accounts for what can run in the scenes of one test: actions, their parallel branches, sources, deadlines.
///
/// For tools that wait until nothing can run. A scene takes the ledger that is current when its store is made; without
/// one nothing is counted, and nothing is paid.
///
/// An activity is *runnable* from its beginning, or from the answer to what it was parked in, until it parks in the next
/// wait or ends. Only waits that the ledger is told of count. It never guesses: who waits for something else stays
/// runnable.
package final class ActivityLedger: Sendable {
    /// The ledger that scenes made from here on take.
    @TaskLocal package static var current: ActivityLedger?

    /// What an activity is.
    package enum Kind: Sendable {
        case action, branch, source, deadline, delivery
    }

    /// One activity, for a report.
    package struct Line: Sendable {
        package let number: Int
        package let kind: Kind
        package let subject: any Sendable
        package let isRunnable: Bool
        /// Whether it sleeps on a clock of the system, for time that really passes.
        package let isOnSystemClock: Bool
        package let lastStep: String

        package var name: String { "\(subject)" }
    }

    struct Entry: Sendable {
        let kind: Kind
        let subject: any Sendable
        var parent: Int?
        /// The task whose waits count. Others that run in the same context are not accounted for.
        var task: Int?
        /// Names the wait it is parked in. 0 while it is runnable.
        var ticket: UInt64 = 0
        var isOnSystemClock = false
        var lastStep = "started"
        /// The number of calls it has made, for keys that do not depend on time.
        var calls = 0
        /// How many of its branches have ended without its having heard of it.
        var unheardBranches = 0
        /// Cancels the action.
        var cancel: (@MainActor @Sendable () -> Void)?
        /// The wait for its branches that it is parked in.
        var branchTicket: UInt64?

        /// Whether it calls workers, and so takes turns with others.
        var takesTurns: Bool { kind == .action || kind == .branch }
    }

    struct Book: Sendable {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
        var lastTicket: UInt64 = 0
        var runnable = 0
        /// Counts what has happened, for those who look whether anything has.
        var changes = 0
        /// The actions and branches that can run, in the order of their turns.
        var turns: ContiguousArray<Int> = []
        /// Those that wait for their turn.
        var awaitingTurn: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

        /// Those who have waited for what is so now.
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

    /// Whether any was ever made in this process: what no tool has asked for costs one relaxed load.
    static var wasMade: Bool { made.load(ordering: .relaxed) }
    private static let made = Atomic<Bool>(false)

    private let book = Guarded(Book())
    /// Called with each scene that is made under this ledger.
    package let onScene: (@MainActor @Sendable (any AccountedScene) -> Void)?
    /// Called when a scene's domain state is read by an activity.
    package let onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, Activity) -> Void)?
    /// Called when an activity has slept on a clock of the system, to the end.
    package let onSystemSleep: (@Sendable (_ number: Int) -> Void)?
    /// Where parallel branches run. `nil`: where they always do. Not for whole actions: a task that prefers an executor
    /// suspends on its way to the main actor even where it is there already, and so does not start in place.
    package let executor: (any TaskExecutor)?

    package init(
        executor: (any TaskExecutor)? = nil,
        onScene: (@MainActor @Sendable (any AccountedScene) -> Void)? = nil,
        onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, Activity) -> Void)? = nil,
        onSystemSleep: (@Sendable (_ number: Int) -> Void)? = nil
    ) {
        self.executor = executor
        self.onScene = onScene
        self.onDomainRead = onDomainRead
        self.onSystemSleep = onSystemSleep
        Self.made.store(true, ordering: .relaxed)
    }

    /// Looks at the book, and changes nothing in it.
    func look<Result: Sendable>(_ body: (Book) -> Result) -> Result {
        book.withLock { body($0) }
    }

    /// Changes the book, and wakes those who have waited for that.
    func locked<Result: Sendable>(_ body: (inout Book) -> Result) -> Result {
        let (result, ready) = book.withLock { book in
            book.changes += 1
            return (body(&book), book.takeReady())
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    // MARK: Looking

    /// Whether nothing can run.
    package var isQuiet: Bool { look { $0.runnable == 0 } }

    /// The number of the activity that began last.
    package var lastNumber: Int { look { $0.lastNumber } }

    /// How much has happened so far: as long as this stays the same, nothing has.
    package var changes: Int { look { $0.changes } }

    /// What has not ended, in the order of its beginning.
    package var lines: [Line] {
        look { book in
            book.entries.sorted { $0.key < $1.key }.map { number, entry in
                Line(
                    number: number, kind: entry.kind, subject: entry.subject, isRunnable: entry.ticket == 0,
                    isOnSystemClock: entry.isOnSystemClock && entry.ticket != 0, lastStep: entry.lastStep)
            }
        }
    }

    /// What an activity is. `nil` when it has ended.
    package func kind(of number: Int) -> Kind? {
        look { $0.entries[number]?.kind }
    }

    /// Suspends until nothing can run.
    ///
    /// - Returns: Whether it is quiet. `false` if the caller was cancelled before.
    @MainActor
    package func untilQuiet() async -> Bool {
        while !isQuiet {
            if Task.isCancelled { return false }
            let id = book.withLock { book in
                book.lastWaiter += 1
                return book.lastWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isQuiet = book.withLock { book in
                        guard book.runnable > 0, !Task.isCancelled else { return true }
                        book.waiters[id] = continuation
                        return false
                    }
                    if isQuiet { continuation.resume() }
                }
            } onCancel: {
                book.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
            }
        }
        return true
    }
}
