public import Synchronization

// The code that runs in the task of an action, on the general path. The fast path does the same in the closure of
// `startOnFastPath`.
//
// These are functions of the core and not of the runtime, so that a running action does not keep the runtime
// alive: releasing the runtime is what cancels its actions.

// MARK: - Whether an action starts now

extension SceneCore {
    /// Whether an action that is executed now starts in place and no event has to be reported. Its policy is checked
    /// next.
    @inlinable
    var mayStartOnFastPath: Bool {
        flags.isDisjoint(with: .preventsFastStart) && pendingStarts.load(ordering: .relaxed) == 0 && SceneTracing.isOff
            // Inside another action, the context would have to be replaced and callback chains counted.
            && ActionContext.isOutsideOfActions
    }

    /// Whether an action that is executed now starts in place.
    var mayStartInPlace: Bool {
        flags.isDisjoint(with: .defersStart) && pendingStarts.load(ordering: .relaxed) == 0
            && !DeferredStart.isStarting(inScene: sceneNumber) && DeferredStart.mayNest
    }
}

// MARK: - Starting

extension SceneCore {
    /// Starts an action in place, up to its first suspension.
    func start<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) -> Task<Void, Never> {
        // What the action does is caused by the action, not by the commit inside which it may have been executed.
        let outerCause = SceneTracing.synchronousCause
        SceneTracing.synchronousCause = nil
        flags.insert(.starting)
        // The new task inherits this context instead of the caller's, because it is created inside.
        let task = DeferredStart.nesting {
            ActionContext.local.withValue(record) {
                makeTaskInPlace(of: action, by: controller, as: record)
            }
        }
        flags.remove(.starting)
        SceneTracing.synchronousCause = outerCause
        if record.hasBegun { record.chain?.hasSuspended = true }
        return task
    }

    /// Creates the task of an action. The task runs up to its first suspension before this returns.
    ///
    /// The system defers the start if the caller runs in a plain block of a main queue that another thread serves.
    private func makeTaskInPlace<Action: Sendable>(
        of action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            // This never happens, because such systems defer every start.
            return Task { @MainActor in await self.perform(action, by: controller, as: record) }
        }
        var task: Task<Void, Never>
        // The loop runs once, and the closure is written where it is used; see `startOnFastPath`.
        repeat {
            task = Task.immediate { @MainActor in
                if record.wasDeferredBySystem {
                    return await self.startDeferredBySystem(action, by: controller, as: record)
                }
                await self.perform(action, by: controller, as: record)
            }
        } while sceneNumber == 0
        return task
    }

    /// Starts an action whose start was deferred, and waits for it. Runs in the task that the caller was given, in a
    /// main-actor job of its own.
    ///
    /// - Parameters:
    ///   - isPending: Whether the action was counted as a pending start.
    ///   - mayStart: Waits until the action's policy lets it start. If it returns `false`, the drop has been reported.
    func startDeferred<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord, isPending: Bool,
        ifAllowed mayStart: (@MainActor @Sendable () async -> Bool)? = nil
    ) async {
        record.isDeferred = true
        defer { record.endTrackedTask() }
        if isPending { pendingStarts.subtract(1, ordering: .relaxed) }
        if let mayStart, await !mayStart() { return forgetUnstarted(record) }
        guard !Task.isCancelled, record.cancelReason == nil else { return dropUnstarted(action, record) }
        if record.chain == nil || flags.contains(.alwaysDefers) {
            record.chain?.noteSuspension()
            return await performHere(action, by: controller, as: record)
        }
        // The rest is started in place, so that it is known when the action first suspends.
        record.ensureDetails().outerTask = registry.task(of: record)
        let started = start(action, by: controller, as: record)
        guard !record.isFinished else { return }
        let caller = CancellationTraversal.thisTask
        await withTaskCancellationHandler {
            await started.value
        } onCancel: {
            CancellationTraversal.cancel(started, awaitedBy: caller)
        }
    }

    /// Starts an action that was posted. Runs in the task that `post` has returned, in a main-actor job of its own.
    ///
    /// - Parameter isOpen: Whether the scene was open when the action was posted.
    func startPosted<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord, ifOpen isOpen: Bool
    ) async {
        pendingStarts.subtract(1, ordering: .relaxed)
        guard isOpen, !Task.isCancelled else { return dropUnstarted(action, record) }
        let policy = controller.policy(for: action)
        // `policy(for:)` may have stopped or released the scene, and so cancelled this task.
        guard !Task.isCancelled else { return dropUnstarted(action, record) }
        switch admit(action, policy, as: record) {
        case .start: break
        case .drop(let reason): return dropUnstarted(action, record, reason: reason)
        case .wait(let permit):
            guard await permit.mayStart(record) else { return forgetUnstarted(record) }
        }
        // Actions that the policy cancels run their cancellation handlers at once. These may have stopped the scene,
        // or replaced this action.
        guard !Task.isCancelled, record.cancelReason == nil else { return dropUnstarted(action, record) }
        await performHere(action, by: controller, as: record)
    }

    /// Runs an action in the task that the caller was given, which began in a job of its own.
    ///
    /// A second task, started in place, is needed only to know exactly when an action of a callback chain first
    /// suspends. For other actions ``DeferredStart`` is exact enough.
    private func performHere<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        if !flags.contains(.alwaysDefers) { DeferredStart.begin(record) }
        await ActionContext.local.withValue(record) {
            await perform(action, by: controller, as: record)
        }
        DeferredStart.end(record)
    }

    /// Registers an action that was started in place and has not finished. From then on it can be cancelled from
    /// outside.
    @usableFromInline
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        if !record.hasBegun {
            // The caller runs in a plain block of a main queue that another thread serves: the system has deferred the
            // start.
            record.wasDeferredBySystem = true
            pendingStarts.add(1, ordering: .relaxed)
        }
        registry.insert(task, of: record)
    }

    /// Starts an action whose start in place the system has deferred. Runs in the action's task, in a main-actor job.
    @usableFromInline
    func startDeferredBySystem<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        record.wasDeferredBySystem = false
        await startDeferred(action, by: controller, as: record, isPending: true)
    }
}

// MARK: - Running

extension SceneCore {
    /// Runs an action, with its context, events and tracking. Called in the action's task.
    private func perform<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        let event = willHandle(action, record)
        if let trackedTask = record.trackedTask {
            await trackedTask.perform { await controller.handle(action) }
        } else {
            await controller.handle(action)
        }
        didHandle(record, event)
    }

    /// Records that the action runs, and begins its event. Called right before `handle`, in the action's task.
    private func willHandle(_ action: some Sendable, _ record: ActionRecord) -> OpenEvent? {
        record.begin(in: flagsAddress)
        runningActions += 1
        flags.insert(.acting)
        guard !flags.isDisjoint(with: .checked | .traced) else { return nil }
        record.ensureDetails().action = action
        guard let events else { return nil }
        let event = events.beginAsync(.action(action), cause: record.cause, at: record.callSite)
        record.details?.events = events
        record.details?.event = event.id
        return event
    }

    /// Unregisters the action, lets the scheduler start others, and ends the action's event. Called right after
    /// `handle`, in the action's task.
    private func didHandle(_ record: ActionRecord, _ event: OpenEvent?) {
        let wasCancelled = event != nil && record.isCancelled
        record.finish()
        runningActions -= 1
        if runningActions == 0 { flags.remove(.acting) }
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
        guard let event else { return }
        event.end(wasCancelled ? .cancelled : .finished)
        record.details?.events = nil
    }

    /// Unregisters a finished action. The fast path calls it for actions that have suspended.
    @usableFromInline
    func forget(_ record: ActionRecord) {
        knownRegistry?.remove(record)
    }
}

// MARK: - Dropping

extension SceneCore {
    /// Drops an action before its start, because of its policy or because it was cancelled, and reports the drop.
    func dropUnstarted(_ action: some Sendable, _ record: ActionRecord, reason: DropReason? = nil) {
        // A stopped scene registers no actions. An action that is registered was therefore executed before the stop,
        // which is not an error.
        let cameAfterStop = flags.contains(.stopped) && !record.isRegistered
        let reason = reason ?? (cameAfterStop ? .stopped : record.cancelReason ?? .cancelledBeforeStart)
        record.details?.endWatch?.dropReason = reason
        forgetUnstarted(record)
        reportDrop(action, record, reason: reason)
    }

    /// Unregisters an action that never starts and whose drop has been reported.
    func forgetUnstarted(_ record: ActionRecord) {
        record.finish()
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
    }

    func reportDrop(_ action: some Sendable, _ record: ActionRecord, reason: DropReason) {
        record.details?.endWatch?.dropReason = reason
        reportDrop(.action, of: action, reason: reason, cause: record.cause, at: record.callSite)
    }
}
