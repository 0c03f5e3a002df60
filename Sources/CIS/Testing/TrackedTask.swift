/// One task that an instrumentation tracks: an action, a part of an action, a source, the deadline of a policy, or a
/// delivery once per turn.
package final class TrackedTask: Sendable {
    package enum Kind: Sendable {
        case action, source, deadline, delivery
        /// Runs in parallel with other parts of its action, which waits for it.
        case branch
        /// Waits for the time limit of a call or an action.
        case limit
        /// Makes a call for several actions, and may outlive the one that has begun it.
        case shared
    }

    /// The tracked task in whose context the caller runs.
    @TaskLocal package static var current: TrackedTask?

    package let instrumentation: any SceneInstrumentation
    /// Counts the tasks of the instrumentation, in the order in which they began.
    package let number: Int

    package init(instrumentation: any SceneInstrumentation, number: Int) {
        self.instrumentation = instrumentation
        self.number = number
    }

    /// ``current``, if the caller runs in that task itself. Child tasks and unstructured tasks inherit `current`, but
    /// their suspensions are not those of the tracked task.
    package static var ofThisTask: TrackedTask? {
        guard let trackedTask = current else { return nil }
        return trackedTask.instrumentation.task(of: trackedTask.number) == identityOfThisTask ? trackedTask : nil
    }

    /// Identifies the task in which the caller runs, whether it is tracked or not. `nil` outside of tasks.
    static var identityOfThisTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// Counts the task as suspended until the returned suspension is resumed. An example of a step is "waiting for
    /// encode(_:)".
    @discardableResult
    package func beginSuspension(_ step: String, onSystemClock: Bool = false) -> Suspension? {
        instrumentation.beginSuspension(of: number, in: step, onSystemClock: onSystemClock).map {
            Suspension(of: self, id: $0)
        }
    }

    /// Ends the task. The suspension of the task that waits for this one is resumed in the same step, so that there is
    /// no moment in between at which nothing can run.
    func end(resuming other: Suspension? = nil) {
        instrumentation.end(number, resuming: other)
    }

    // MARK: Running

    /// Starts a main-actor task, tracked if there is an instrumentation.
    @MainActor
    static func task(
        _ subject: @autoclosure () -> any Sendable, as kind: Kind, in instrumentation: (any SceneInstrumentation)?,
        priority: TaskPriority? = nil,
        _ body: @escaping @MainActor () async -> Void
    ) -> Task<Void, Never> {
        guard let trackedTask = instrumentation?.begin(subject(), as: kind, parent: nil) else {
            return Task(priority: priority, operation: body)
        }
        return Task(priority: priority) { @MainActor in await trackedTask.run(body) }
    }

    func perform<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        instrumentation.setTask(Self.identityOfThisTask, of: number)
        return await Self.$current.withValue(self) {
            // The closure runs on the function's actor only if it captures `isolation`. Otherwise an action would not
            // start in place.
            _ = isolation
            return await body()
        }
    }

    func run<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async -> Result
    ) async -> Result {
        defer { end() }
        return await perform(body)
    }

    /// Runs the body as a tracked task, which ends with it. Without one, just runs the body.
    package static func run<Result: Sendable>(as trackedTask: TrackedTask?, _ body: () async -> Result) async -> Result
    {
        guard let trackedTask else { return await body() }
        return await trackedTask.run(body)
    }

    package func beginShared() -> TrackedTask {
        instrumentation.beginShared(of: number)
    }

    package nonisolated(nonsending) func waitUntilFirst() async {
        await instrumentation.waitUntilFirst(number)
    }

    /// Sleeps on a system clock and reports this, because such a sleep takes real time.
    static func onSystemClock(_ sleep: () async throws -> Void) async rethrows {
        guard Instrumentation.wasMade, let trackedTask = ofThisTask else { return try await sleep() }
        // Under the lock, so that a cancelled task never counts as sleeping, wherever the cancellation comes in.
        let state = LockedValue((isCancelled: false, suspension: Suspension?.none))
        defer { state.withLock { $0.suspension }?.resume() }
        try await withTaskCancellationHandler {
            state.withLock { state in
                if state.isCancelled { return }
                state.suspension = trackedTask.beginSuspension("sleeping on a system clock", onSystemClock: true)
            }
            try await sleep()
        } onCancel: {
            let suspension = state.withLock { state in
                state.isCancelled = true
                return state.suspension
            }
            suspension?.resume()
        }
        trackedTask.instrumentation.didSleepOnSystemClock(trackedTask.number)
    }
}

package struct Suspension: Sendable {
    package let task: TrackedTask
    package let id: UInt64

    package init(of task: TrackedTask, id: UInt64) {
        self.task = task
        self.id = id
    }

    package func resume() {
        task.instrumentation.resume(task.number, from: id)
    }
}
