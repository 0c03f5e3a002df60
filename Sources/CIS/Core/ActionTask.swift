import Synchronization

/// What the task of an action needs to run it. The ``ActionRecord`` is what others know of the action.
///
/// It does not refer to the runtime, because releasing the runtime is what cancels its actions.
// The closure of a task captures this object and nothing else, which keeps the frames of its functions small. A task begins
// with 984 bytes for frames. If they do not suffice, each waiting action takes 1,024 bytes more: see "An action that waits"
// in Examples/Benchmarks/README.md. For the same reason nothing is read from the object before it is needed, and steps that
// are over when `handle` begins are functions of their own.
final class ActionTask<Action: Sendable>: Sendable {
    let action: Action
    let controller: any Controller<Action>
    let core: SceneCore
    let record: ActionRecord

    init(
        _ action: Action, by controller: any Controller<Action>, in core: SceneCore, as record: ActionRecord
    ) {
        self.action = action
        self.controller = controller
        self.core = core
        self.record = record
    }

    /// Calls `handle` in the context of the action.
    // Always inlined, so that it has no frame. It takes over the isolation of its caller, so that the caller's frame keeps one
    // reference to the main actor instead of two.
    @inline(__always)
    nonisolated(nonsending) func handle() async {
        await handle(on: #isolation)
    }

    // The closure captures the isolation, and so runs where `withValue` runs. A closure that is isolated to the main actor
    // would look at the executor once more, which takes 183 instructions.
    @inline(__always)
    func handle(on actor: isolated (any Actor)?) async {
        await ActionContext.local.withValue(record) {
            _ = actor
            await controller.handle(action)
        }
    }
}

// MARK: - Starting in place

@MainActor
extension ActionTask {
    func start() -> Task<Void, Never> {
        // What the action does is caused by the action, not by the commit inside which it may have been executed.
        let outerCause = SceneTracing.synchronousCause
        SceneTracing.synchronousCause = nil
        core.flags.insert(.starting)
        // The new task inherits this context instead of the caller's, because it is created inside.
        let task = BeginningAction.nesting {
            ActionContext.local.withValue(record) { makeTaskInPlace() }
        }
        core.flags.remove(.starting)
        SceneTracing.synchronousCause = outerCause
        if record.isRunning { record.chain?.hasSuspended = true }
        return task
    }

    /// Creates the task of the action. The task runs up to its first suspension before this returns.
    ///
    /// The system defers the start if it does not recognize that the caller runs on the main actor. This happens in a
    /// plain block of the main queue, outside of Swift tasks, if another thread than the main thread serves the queue.
    /// This is possible in a program that calls `dispatchMain()` or has an `async` main function.
    private func makeTaskInPlace() -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            // This never happens, because such systems defer every start.
            return Task { @MainActor in await self.performObserved() }
        }
        var task: Task<Void, Never>
        // This loop runs exactly once, because the numbers of scenes begin at 1. The compiler inlines `Task.immediate` only
        // in a loop, and only then does it see that the task has no preferred executor. Without the loop, each step of the
        // task looks for an executor under a lock, and an action takes two thousand instructions more (watched by W5m of
        // `.ci/check-performance.sh`). The closure is written in place, because a function that took it would add a step to
        // the task.
        repeat {
            task = Task.immediate { @MainActor in
                if self.record.wasDeferredBySystem { return await self.startDeferredBySystem() }
                if self.isObserved { return await self.performObserved() }
                self.core.willHandle(self.action, self.record)
                await self.controller.handle(self.action)
                self.core.didHandle(self.record)
            }
        } while core.sceneNumber == 0
        return task
    }

    /// Starts an action whose start in place the system has deferred. Runs in the action's task, in a main-actor job.
    // Takes over the isolation of its caller, whose frame then keeps no executor to return to.
    nonisolated(nonsending) func startDeferredBySystem() async {
        guard await beginDeferred() else { return }
        await handle()
        await endHere()
    }

    /// Whether the action has events or is tracked.
    private var isObserved: Bool { record.trackedTask != nil || core.events != nil }

    /// Runs the action, with its context, events and tracking. Called in the action's task.
    // A function of its own, so that the frames of most actions have no space for its variables.
    @inline(never)
    private func performObserved() async {
        await ActionContext.local.withValue(record) {
            core.willHandle(action, record)
            let event = core.beginEvent(of: action, record)
            if let trackedTask = record.trackedTask {
                await trackedTask.perform { await controller.handle(action) }
            } else {
                await controller.handle(action)
            }
            let wasCancelled = event != nil && record.isCancelled
            core.didHandle(record)
            guard let event else { return }
            event.end(wasCancelled ? .cancelled : .finished)
        }
    }

    // MARK: - Starting in a job of its own

    /// Begins the action in the task that the caller was given, in a main-actor job of its own, as soon as its policy
    /// lets it start. If this returns `true`, the task calls ``handle()`` and then ``endHere()`` next. Otherwise the
    /// action is over.
    func beginDeferred() async -> Bool {
        record.wasDeferredBySystem = false
        let begins: Bool
        if record.scheduled?.startsLater ?? false {
            begins = await mayBegin()
        } else {
            core.pendingStarts.subtract(1, ordering: .relaxed)
            begins = isStillWanted()
        }
        guard begins else { return false }
        record.chain?.noteSuspension()
        return await beginHere()
    }

    /// Begins an action that was posted, in the task that `post` has returned, in a main-actor job of its own. Returns
    /// the same as ``beginDeferred()``.
    func beginPosted() async -> Bool {
        core.pendingStarts.subtract(1, ordering: .relaxed)
        // If the scene had ended before the call of `post`, the cancellation of this task may come too late.
        guard !Task.isCancelled, !core.hasEnded.load(ordering: .relaxed) else { return drop() }
        let policy = controller.policy(for: action)
        // `policy(for:)` may have stopped or released the scene, and so cancelled this task.
        guard !Task.isCancelled else { return drop() }
        let begins =
            switch core.admit(action, policy, as: record) {
            case .start?: isStillWanted()
            case .drop(let reason)?: drop(reason)
            case nil: await mayBegin()
            }
        guard begins else { return false }
        return await beginHere()
    }

    /// Waits for the decision of the action's policy. If the action must not begin, it is dropped.
    private func mayBegin() async -> Bool {
        if let dispatcher = core.extras?.dispatcher, await dispatcher.mayStart(record) { return isStillWanted() }
        core.forgetUnstarted(record)
        return false
    }

    /// Whether an action that may begin was not cancelled. If it was, it is dropped.
    private func isStillWanted() -> Bool {
        // Actions that the policy cancels run their cancellation handlers at once. These may have stopped the scene, or
        // replaced this action.
        if !Task.isCancelled, record.cancelReason == nil { return true }
        return drop()
    }

    /// Returns `false`: the action does not begin.
    private func drop(_ reason: DropReason? = nil) -> Bool {
        core.dropUnstarted(action, record, reason: reason)
        return false
    }

    private func beginHere() async -> Bool {
        // Only a start in place asks which action has begun. While the flag is set, the scene has none.
        if !core.flags.contains(.starting) { BeginningAction.begin(record) }
        guard isObserved else {
            core.willHandle(action, record)
            return true
        }
        await performObserved()
        BeginningAction.end(record)
        return false
    }

    func endHere() {
        core.didHandle(record)
        BeginningAction.end(record)
    }
}
