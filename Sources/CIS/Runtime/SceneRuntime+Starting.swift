import Synchronization

// How an action starts. The steps are written twice, side by side, because the compiler cannot derive one path from the
// other:
//
//   fast path      release builds; nothing is unusual about the scene, the action has no policy and starts in place
//   general path   everything else, and every action of a debug build
//
// Both make the same steps in the same order. The tests of G1 to G7 run on the general path in debug builds and on the
// fast path in release builds; `PathComparisonTests` compares them event by event.

// MARK: - The fast path

extension SceneRuntime {
    /// Starts an action in place. It is inlinable, so that clients get code that is specialized for their types.
    ///
    /// It leaves out what the general path does for policies, callback chains, events and test tools.
    @inlinable
    @inline(never)
    func startOnFastPath(_ action: Definition.Action, at site: CallSite) -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return startOnGeneralPath(action, policy: nil, at: site)  // never: such systems defer every start
        }
        let publisher = self.publisher
        let controller = self.controller
        // `policy(for:)` may have changed the scene, for example stopped it.
        guard publisher.flags.isDisjoint(with: .preventsFastStart) else {
            return startOnGeneralPath(action, policy: .concurrent, at: site)
        }
        let record = ActionRecord(sceneNumber: publisher.sceneNumber, parent: nil, callSite: site)
        let outer = ActionRecord.fastPathTaskAddress
        publisher.flags.insert(.starting | .startingOnFastPath)
        var task: Task<Void, Never>
        // This loop runs exactly once, because the numbers of scenes begin at 1. The compiler inlines `Task.immediate`
        // only in a loop, and only then does it see that the task has no preferred executor. Without the loop, each
        // step of the task looks for an executor under a lock, and an action takes 9,478 instructions instead of 7,487
        // (watched by W5m of `.ci/check-performance.sh`). The loop affects only the speed. The closure is written in
        // place, because a function that took it would add a step to the task.
        repeat {
            task = Task.immediate { @MainActor in
                if record.wasDeferredBySystem {
                    let actionTask = ActionTask(action, by: controller, in: publisher, as: record)
                    return await actionTask.startDeferredBySystem()
                }
                record.beginOnFastPath(in: publisher.flagsAddress)
                publisher.runningActions &+= 1
                publisher.flags.insert(.acting)
                // The record is bound inside the task. If it were bound around the creation of the task, the task would
                // copy the binding, which costs more.
                await ActionContext.handle(action, by: controller, as: record)
                record.finish()
                publisher.runningActions &-= 1
                if publisher.runningActions == 0 { publisher.flags.remove(.acting) }
                if record.isRegistered { publisher.forget(record) }
            }
        } while publisher.sceneNumber == 0
        publisher.flags.remove(.starting | .startingOnFastPath)
        ActionRecord.fastPathTaskAddress = outer
        if !record.isFinished { publisher.keep(task, of: record) }
        return task
    }
}

// MARK: - The general path

extension SceneRuntime {
    /// Starts an action on the general path. Called by code that is inlined into clients.
    ///
    /// - Parameter policy: The action's policy, if it is known already.
    @usableFromInline
    func startOnGeneralPath(_ action: Definition.Action, policy: ActionPolicy?, at site: CallSite) -> Task<Void, Never>
    {
        if let policy, publisher.dropsAtOnce(action, policy, at: site) { return EndedTask.shared }
        return start(action, policy: policy, parent: nil, at: site)
    }

    /// Decides how an action starts: at once in place, in a main-actor job of its own, as soon as its policy allows it, or
    /// not at all because it is dropped.
    ///
    /// - Parameters:
    ///   - policy: The action's policy, if it is known already.
    ///   - parent: The action that waits for this one, if it was started with `run`.
    ///   - isAwaited: Whether the current task waits for the action, and passes its cancellation on.
    ///   - awaiter: In tests, the tracked task that waits for the action.
    ///   - endWatch: Receives once how the action ends.
    @inline(never)
    func start(
        _ action: Definition.Action, policy: ActionPolicy?, parent: ActionRecord?, at site: CallSite,
        isAwaited: Bool = false, awaiter: TrackedTask? = nil, endWatch: ActionEndWatch? = nil
    ) -> Task<Void, Never> {
        if publisher.flags.contains(.stopped) {
            // If a policy is known, the action was executed before the scene was stopped: `policy(for:)` has stopped
            // it.
            let reason: DropReason = policy == nil ? .stopped : .cancelledBeforeStart
            publisher.reportDrop(.action, of: action, reason: reason, at: site)
            endWatch?.end(.dropped(reason))
            return Task {}
        }
        let chain = publisher.chain(to: action)
        if let chain, chain.isRunaway {
            publisher.reportRunaway(chain, action: action, at: site)
            endWatch?.end(.dropped(.runaway))
            return Task {}
        }
        let record = makeRecord(of: action, parent: parent, chain: chain, at: site)
        if let endWatch {
            record.ensureDetails().endWatch = endWatch
            endWatch.record = record
        }
        let policy = policy ?? controller.policy(for: action)
        if publisher.flags.contains(.stopped) || isAwaited && Task.isCancelled {
            // `policy(for:)` has stopped the scene, or cancelled the task that waits for this action.
            publisher.dropUnstarted(action, record, reason: .cancelledBeforeStart)
            return Task {}
        }
        let answer = publisher.admit(action, policy, as: record)
        return carryOut(answer, for: action, record, isAwaited: isAwaited, awaiter: awaiter)
    }

    /// Starts an action, lets it wait, or drops it, as its policy has decided.
    private func carryOut(
        _ answer: ActionDispatcher.Answer, for action: Definition.Action, _ record: ActionRecord, isAwaited: Bool,
        awaiter: TrackedTask?
    ) -> Task<Void, Never> {
        switch answer {
        case .drop(let reason):
            publisher.dropUnstarted(action, record, reason: reason)
            return Task {}
        case .wait:
            noteWait(of: awaiter, for: action, record)
            // Not a pending start: actions that are executed later need not wait for it.
            return deferStart(of: action, as: record)
        case .start where publisher.flags.contains(.stopped) || isAwaited && Task.isCancelled:
            // Actions that the policy cancels run their cancellation handlers at once. One of these has stopped the
            // scene, or cancelled the task that waits for this action.
            publisher.dropUnstarted(action, record, reason: .cancelledBeforeStart)
            return Task {}
        case .start where record.cancelReason != nil:
            // Such a handler has executed an action that replaces this one.
            publisher.dropUnstarted(action, record)
            return Task {}
        case .start where publisher.mayStartInPlace:
            return startInPlace(action, as: record, awaiter: awaiter)
        case .start:
            noteWait(of: awaiter, for: action, record)
            publisher.pendingStarts.add(1, ordering: .relaxed)
            return deferStart(of: action, as: record)
        }
    }

    /// Creates the record of an action with everything that is known before its start.
    private func makeRecord(
        of action: Definition.Action, parent: ActionRecord?, chain: CallbackChain?, at site: CallSite
    ) -> ActionRecord {
        let record = ActionRecord(
            sceneNumber: publisher.sceneNumber, parent: parent, callSite: site,
            trackedTask: publisher.instrumentation?.begin(action, as: .action, parent: nil))
        publisher.registerCancellation(record)
        if let chain { record.ensureDetails().chain = chain }
        if let cause = publisher.currentCause { record.ensureDetails().cause = cause }
        if !publisher.flags.isDisjoint(with: .checked | .traced) { record.ensureDetails().action = action }
        return record
    }

    /// Starts an action now: it runs to its first suspension before this returns.
    private func startInPlace(
        _ action: Definition.Action, as record: ActionRecord, awaiter: TrackedTask?
    ) -> Task<Void, Never> {
        let actionTask = ActionTask(action, by: controller, in: publisher, as: record)
        let task = actionTask.start()
        if !record.isFinished {
            publisher.keep(task, of: record)
            noteWait(of: awaiter, for: action, record)
        }
        return task
    }

    /// Starts an action in a main-actor job of its own. The main actor's queue keeps the order.
    private func deferStart(of action: Definition.Action, as record: ActionRecord) -> Task<Void, Never> {
        let actionTask = ActionTask(action, by: controller, in: publisher, as: record)
        return publisher.registry.insert(of: record) { _ in  // on the main actor, so the task begins after this
            Task { @MainActor in
                guard await actionTask.beginDeferred() else { return }
                await actionTask.handle()
                actionTask.endHere()
            }
        }
    }

    /// Tells the instrumentation, if there is one, that a tracked task waits until the action ends.
    private func noteWait(of awaiter: TrackedTask?, for action: Definition.Action, _ record: ActionRecord) {
        if let suspension = awaiter?.beginSuspension("waiting for \(action)") {
            record.ensureDetails().awaiter = suspension
        }
    }
}
