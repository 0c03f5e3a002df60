/// One thing in a scene that can run: an action, a branch of it, a source, the deadline of a policy. See ``ActivityLedger``.
package final class Activity: Sendable {
    /// The activity in whose task context the caller runs, if it is accounted for.
    @TaskLocal package static var current: Activity?

    package let ledger: ActivityLedger
    /// Its place in the order of beginnings within the ledger.
    package let number: Int

    init(ledger: ActivityLedger, number: Int) {
        self.ledger = ledger
        self.number = number
    }

    /// The current activity, if the caller runs in its very task. A child task or a task that has escaped sees the same
    /// `current`, but its waits say nothing about the activity's own.
    package static var ofThisTask: Activity? {
        guard let activity = current else { return nil }
        let task = identityOfThisTask
        return activity.ledger.look { $0.entries[activity.number]?.task } == task ? activity : nil
    }

    private static var identityOfThisTask: Int? {
        withUnsafeCurrentTask { $0?.hashValue }
    }

    /// Makes the calling task the one whose waits count.
    package func adoptThisTask() {
        let task = Self.identityOfThisTask
        _ = ledger.change(number) { $0.task = task }
    }

    /// From now on it cannot run, until the parking is resumed.
    ///
    /// - Parameter step: What it waits for, as in "waiting for encode(_:)".
    @discardableResult
    package func park(_ step: String) -> Parking? {
        ledger.park(number, in: step)
    }

    /// The same, but not if it waits for something already.
    func parkIfRunnable(_ step: String) -> Parking? {
        ledger.locked { book in
            guard book.entries[number]?.ticket == 0, let ticket = book.park(number, in: step) else { return nil }
            return Parking(ledger: ledger, number: number, ticket: ticket)
        }
    }

    /// Notes what it does, for the report about an activity that never comes to rest. Says nothing while it is parked.
    package func note(_ step: String) {
        _ = ledger.change(number) { if $0.ticket == 0 { $0.lastStep = step } }
    }

    /// How to cancel it.
    func cancels(by cancel: @escaping @MainActor @Sendable () -> Void) {
        _ = ledger.change(number) { $0.cancel = cancel }
    }

    /// Numbers a call, from 1.
    package func nextCall() -> Int {
        ledger.change(number) { entry in
            entry.calls += 1
            return entry.calls
        } ?? 0
    }

    /// It is over.
    ///
    /// - Parameter other: Who waited for it. It becomes runnable in the same step, so that quiet is never seen in between.
    package func end(resuming other: Parking? = nil) {
        ledger.end(number, resuming: other)
    }

    /// Begins a branch that runs beside its siblings.
    func branch(_ index: Int) -> Activity {
        let subject = ledger.look { book in book.entries[number].map { "\($0.subject)" } } ?? "?"
        return ledger.begin("\(subject), branch \(index + 1)", as: .branch, parent: number)
    }

    /// Parks until a branch ends, unless one has that the caller has not heard of.
    func parkForBranches() {
        ledger.parkForBranches(number)
    }

    /// The caller has heard that a branch has ended.
    func hearOfBranch() {
        _ = ledger.change(number) { $0.unheardBranches -= 1 }
    }

    /// Makes a main-actor task that is accounted for, if there is a ledger.
    @MainActor
    static func task(
        _ subject: @autoclosure () -> any Sendable, as kind: ActivityLedger.Kind, in ledger: ActivityLedger?,
        priority: TaskPriority? = nil,
        _ body: @escaping @MainActor () async -> Void
    ) -> Task<Void, Never> {
        guard let activity = ledger?.begin(subject(), as: kind) else {
            return Task(priority: priority, operation: body)
        }
        return Task(priority: priority) { @MainActor in await activity.run(body) }
    }

    /// Runs the body as this activity, in the task whose waits count.
    func perform<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        adoptThisTask()
        return await Self.$current.withValue(self) {
            // A closure stays where its function runs only if it captures this. Else an action would not start in place.
            _ = isolation
            return await body()
        }
    }

    /// Runs the body as this activity, which ends with it.
    func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        defer { end() }
        return await perform(body)
    }
}

/// One wait of an activity.
package struct Parking: Sendable {
    let ledger: ActivityLedger
    let number: Int
    let ticket: UInt64

    /// The wait is over: the activity is runnable from here on. Does nothing if it waits for something else by now.
    package func resume() {
        ledger.resume(self)
    }
}
