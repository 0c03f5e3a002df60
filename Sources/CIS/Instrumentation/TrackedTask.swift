/// One task that a ``QuiescenceTracker`` tracks: an action, a parallel branch of an action, a source, or the deadline
/// of a policy.
package final class TrackedTask: Sendable {
    /// The tracked task in whose context the caller runs.
    @TaskLocal package static var current: TrackedTask?

    package let tracker: QuiescenceTracker
    /// Counts the tasks of the tracker, in the order in which they began.
    package let number: Int

    init(tracker: QuiescenceTracker, number: Int) {
        self.tracker = tracker
        self.number = number
    }

    /// ``current``, if the caller runs in that task itself. Child tasks and unstructured tasks inherit `current`, but
    /// their suspensions are not those of the tracked task.
    package static var ofThisTask: TrackedTask? {
        guard let trackedTask = current else { return nil }
        let task = identityOfThisTask
        return trackedTask.tracker.read { $0.entries[trackedTask.number]?.task } == task ? trackedTask : nil
    }

    private static var identityOfThisTask: Int? {
        withUnsafeCurrentTask { $0?.hashValue }
    }

    /// Makes the calling Swift task the one whose suspensions count.
    package func adoptThisTask() {
        let task = Self.identityOfThisTask
        _ = tracker.change(number) { $0.task = task }
    }

    /// Counts the task as suspended until the returned suspension is resumed.
    ///
    /// - Parameter step: What the task waits for, as in "waiting for encode(_:)".
    @discardableResult
    package func beginSuspension(_ step: String) -> Suspension? {
        tracker.beginSuspension(number, in: step)
    }

    /// Begins a suspension, unless the task is suspended already.
    func beginSuspensionIfRunnable(_ step: String) -> Suspension? {
        tracker.update { state in
            guard state.entries[number]?.suspensionID == 0, let suspensionID = state.beginSuspension(number, in: step)
            else { return nil }
            return Suspension(tracker: tracker, number: number, suspensionID: suspensionID)
        }
    }

    /// Stores what the task does, for failure messages. Has no effect while the task is suspended.
    package func note(_ step: String) {
        _ = tracker.change(number) { if $0.suspensionID == 0 { $0.lastStep = step } }
    }

    /// Sets the function that cancels the task.
    func cancels(by cancel: @escaping @MainActor @Sendable () -> Void) {
        _ = tracker.change(number) { $0.cancel = cancel }
    }

    /// Numbers a call, from 1.
    package func nextCall() -> Int {
        tracker.change(number) { entry in
            entry.calls += 1
            return entry.calls
        } ?? 0
    }

    /// Ends the task.
    ///
    /// - Parameter other: The suspension of the task that waits for this one. It is resumed in the same step, so that
    ///   the tracker is never quiescent in between.
    package func end(resuming other: Suspension? = nil) {
        tracker.end(number, resuming: other)
    }

    /// Begins a branch that runs beside its siblings.
    func branch(_ index: Int) -> TrackedTask {
        let subject = tracker.read { state in state.entries[number].map { "\($0.subject)" } } ?? "?"
        return tracker.begin("\(subject), branch \(index + 1)", as: .branch, parent: number)
    }

    /// Begins a suspension that the end of any branch resumes. Does nothing if a branch has ended whose result the
    /// caller has not received yet.
    func beginSuspensionForBranches() {
        tracker.beginSuspensionForBranches(number)
    }

    /// Records that the caller has received the result of a branch.
    func didReceiveBranch() {
        _ = tracker.change(number) { $0.unreceivedBranches -= 1 }
    }

    /// Starts a main-actor task, tracked if there is a tracker.
    @MainActor
    static func task(
        _ subject: @autoclosure () -> any Sendable, as kind: QuiescenceTracker.Kind, in tracker: QuiescenceTracker?,
        priority: TaskPriority? = nil,
        _ body: @escaping @MainActor () async -> Void
    ) -> Task<Void, Never> {
        guard let trackedTask = tracker?.begin(subject(), as: kind) else {
            return Task(priority: priority, operation: body)
        }
        return Task(priority: priority) { @MainActor in await trackedTask.run(body) }
    }

    /// Runs the body as this tracked task.
    func perform<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        adoptThisTask()
        return await Self.$current.withValue(self) {
            // The closure runs on the function's actor only if it captures `isolation`. Otherwise an action would not
            // start in place.
            _ = isolation
            return await body()
        }
    }

    /// Runs the body as this tracked task, which ends with it.
    func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        defer { end() }
        return await perform(body)
    }
}

/// One suspension of a tracked task.
package struct Suspension: Sendable {
    let tracker: QuiescenceTracker
    let number: Int
    let suspensionID: UInt64

    /// Makes the task runnable again. Does nothing if it has begun another suspension since.
    package func resume() {
        tracker.resume(self)
    }
}
