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
        package let name: String
        package let isRunnable: Bool
        package let lastStep: String
    }

    struct Entry: Sendable {
        let kind: Kind
        let subject: any Sendable
        var parent: Int?
        /// The task whose waits count. Others that run in the same context are not accounted for.
        var task: Int?
        /// Names the wait it is parked in. 0 while it is runnable.
        var ticket: UInt64 = 0
        var lastStep = "started"
        /// The number of calls it has made, for keys that do not depend on time.
        var calls = 0
        /// How many of its branches have ended without its having heard of it.
        var unheardBranches = 0
        /// Cancels the action.
        var cancel: (@MainActor @Sendable () -> Void)?
        /// The wait for its branches that it is parked in.
        var branchTicket: UInt64?
    }

    private struct Book: Sendable {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
        var lastTicket: UInt64 = 0
        var runnable = 0
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// Whether any was ever made in this process: what no tool has asked for costs one relaxed load.
    static var wasMade: Bool { made.load(ordering: .relaxed) }
    private static let made = Atomic<Bool>(false)

    private let book = Guarded(Book())
    /// Called when a scene's domain state is read by an activity.
    package let onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, Activity) -> Void)?
    /// Where parallel branches run. `nil`: where they always do. Not for whole actions: a task that prefers an executor
    /// suspends on its way to the main actor even where it is there already, and so does not start in place.
    package let executor: (any TaskExecutor)?
    /// Called with each scene that is made under this ledger.
    package let onScene: (@MainActor @Sendable (any AccountedScene) -> Void)?

    package init(
        executor: (any TaskExecutor)? = nil,
        onScene: (@MainActor @Sendable (any AccountedScene) -> Void)? = nil,
        onDomainRead: (@MainActor @Sendable (_ sceneNumber: UInt64, Activity) -> Void)? = nil
    ) {
        self.executor = executor
        self.onScene = onScene
        self.onDomainRead = onDomainRead
        Self.made.store(true, ordering: .relaxed)
    }

    /// Changes the book, and wakes those who wait for quiet when it has come.
    private func locked<Result: Sendable>(_ body: (inout Book) -> Result) -> Result {
        typealias Waiters = [Int: CheckedContinuation<Void, Never>]
        let (result, waiters) = book.withLock { book -> (Result, Waiters) in
            let result = body(&book)
            guard book.runnable == 0 else { return (result, [:]) }
            let waiters = book.waiters
            book.waiters = [:]
            return (result, waiters)
        }
        for waiter in waiters.values { waiter.resume() }
        return result
    }

    // MARK: Looking

    /// Whether nothing can run.
    package var isQuiet: Bool { locked { $0.runnable == 0 } }

    /// The number of the activity that began last.
    package var lastNumber: Int { locked { $0.lastNumber } }

    /// What has not ended, in the order of its beginning.
    package var lines: [Line] {
        locked { book in
            book.entries.sorted { $0.key < $1.key }.map { number, entry in
                Line(
                    number: number, kind: entry.kind, name: "\(entry.subject)", isRunnable: entry.ticket == 0,
                    lastStep: entry.lastStep)
            }
        }
    }

    /// What an activity is. `nil` when it has ended.
    package func kind(of number: Int) -> Kind? {
        locked { $0.entries[number]?.kind }
    }

    /// Suspends until nothing can run.
    ///
    /// - Returns: Whether it is quiet. `false` if the caller was cancelled before.
    @MainActor
    package func untilQuiet() async -> Bool {
        while !isQuiet {
            if Task.isCancelled { return false }
            let id = locked { book in
                book.lastWaiter += 1
                return book.lastWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isQuiet = locked { book in
                        guard book.runnable > 0, !Task.isCancelled else { return true }
                        book.waiters[id] = continuation
                        return false
                    }
                    if isQuiet { continuation.resume() }
                }
            } onCancel: {
                locked { $0.waiters.removeValue(forKey: id) }?.resume()
            }
        }
        return true
    }

    // MARK: Entries

    /// Begins an activity, which is runnable.
    package func begin(_ subject: any Sendable, as kind: Kind, parent: Int? = nil) -> Activity {
        let number = locked { book in
            book.lastNumber += 1
            book.runnable += 1
            book.entries[book.lastNumber] = Entry(kind: kind, subject: subject, parent: parent)
            return book.lastNumber
        }
        return Activity(ledger: self, number: number)
    }

    /// Cancels an action, or the action that a branch belongs to, if it has not ended.
    @MainActor
    package func cancel(_ number: Int) {
        let cancel = book.withLock { book in
            var entry = book.entries[number]
            while let parent = entry?.parent { entry = book.entries[parent] }
            return entry?.cancel
        }
        cancel?()
    }

    func end(_ number: Int, resuming other: Parking?) {
        locked { book in
            guard let entry = book.entries.removeValue(forKey: number) else { return }
            if entry.ticket == 0 { book.runnable -= 1 }
            if let other { Self.resume(other.number, ticket: other.ticket, &book) }
            guard let parent = entry.parent else { return }
            book.entries[parent]?.unheardBranches += 1
            if let ticket = book.entries[parent]?.branchTicket { Self.resume(parent, ticket: ticket, &book) }
        }
    }

    func park(_ number: Int, in step: String) -> Parking? {
        locked { book in
            Self.park(number, in: step, &book).map { Parking(ledger: self, number: number, ticket: $0) }
        }
    }

    /// Parks until a branch ends. Does not, if one has ended that the caller has not heard of.
    func parkForBranches(_ number: Int) {
        locked { book in
            guard book.entries[number]?.unheardBranches == 0 else { return }
            let ticket = Self.park(number, in: "waiting for its parallel branches", &book)
            book.entries[number]?.branchTicket = ticket
        }
    }

    private static func park(_ number: Int, in step: String, _ book: inout Book) -> UInt64? {
        guard let entry = book.entries[number] else { return nil }
        if entry.ticket == 0 { book.runnable -= 1 }
        book.lastTicket += 1
        book.entries[number]?.ticket = book.lastTicket
        book.entries[number]?.lastStep = step
        return book.lastTicket
    }

    func resume(_ parking: Parking) {
        locked { Self.resume(parking.number, ticket: parking.ticket, &$0) }
    }

    private static func resume(_ number: Int, ticket: UInt64, _ book: inout Book) {
        guard ticket != 0, book.entries[number]?.ticket == ticket else { return }
        book.entries[number]?.ticket = 0
        book.entries[number]?.lastStep.append(", which has answered")
        book.runnable += 1
    }

    func change<Result: Sendable>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        locked { book in
            guard var entry = book.entries[number] else { return nil }
            let result = body(&entry)
            book.entries[number] = entry
            return result
        }
    }
}
