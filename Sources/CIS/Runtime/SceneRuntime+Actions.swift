import Synchronization

extension SceneRuntime {
    /// Executes an action independently of the caller: the cancellation or the end of the caller does not affect it.
    ///
    /// The action starts before this returns. In these cases it starts later, in a main-actor job of its own, first in,
    /// first out:
    ///
    /// - The scene is publishing (from the change of its state to the end of the side effects), is starting another
    ///   action, or has actions whose start was deferred and that have not started yet.
    /// - 32 other scenes are starting actions, each inside the one before.
    /// - The system is an Apple system before version 26, or the environment has `CIS_DEFERRED_STARTS=1`.
    ///
    /// Its policy (``Controller/policy(for:)``) may delay or drop the action. The task of a dropped action
    /// completes without running it.
    ///
    /// - Returns: The action's task, which completes when `handle` has returned. Cancelling the task also cancels
    ///   everything that the action awaits. If it is cancelled before its start, the action never runs.
    /// - Complexity: O(1), independent of the number of running actions.
    @discardableResult
    public func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        start(action, at: CallSite(fileID: fileID, line: line))
    }

    /// Executes an action as part of the caller. It returns when the action is done. If the caller is cancelled, the
    /// action is cancelled, too.
    ///
    /// If its policy puts it into the caller's group, the action does not wait for the caller, and does not count against
    /// the limit of the group.
    public func run(_ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line) async {
        let site = CallSite(fileID: fileID, line: line)
        guard !Task.isCancelled else {
            publisher.reportDrop(.action, of: action, reason: .cancelledBeforeStart, at: site)
            return
        }
        let task = start(
            action, parent: ActionContext.action, at: site, isAwaited: true,
            awaiter: TrackedTask.ofThisTask)
        let caller = TrackedTask.identityOfThisTask
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            CancellationTraversal.cancel(task, awaitedBy: caller)
        }
    }

    /// Executes an action from any thread. It always starts in a main-actor job of its own. Actions from one thread
    /// start in the order of the calls.
    ///
    /// - Returns: The action's task, like that of ``execute(_:fileID:line:)``.
    @discardableResult
    nonisolated public func post(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        let record = makeRecord(of: action, at: CallSite(fileID: fileID, line: line))
        let actionTask = ActionTask(action, by: controller, in: publisher, as: record)
        publisher.pendingStarts.add(1, ordering: .relaxed)
        return publisher.registry.insert(of: record) {
            Task { @MainActor in
                guard await actionTask.beginPosted() else { return }
                await actionTask.handle()
                actionTask.endHere()
            }
        }
    }

    // MARK: - Starting

    // How an action starts. `execute`, `run` and bound fields begin at `start`; `post` begins at `ActionTask.beginPosted`.
    // The functions of the `publisher` are those of its superclass, in `SceneCore+Actions`.

    /// Decides how an action starts: at once in place, in a main-actor job of its own, as soon as its policy allows it,
    /// or not at all because it is dropped. `isAwaited` means that the current task waits for the action, and passes
    /// its cancellation on; `awaiter` is that task in tests.
    func start(
        _ action: Definition.Action, parent: ActionRecord? = nil, at site: CallSite, isAwaited: Bool = false,
        awaiter: TrackedTask? = nil, endWatch: ActionEndWatch? = nil, transaction: ((() -> Void) -> Void)? = nil
    ) -> Task<Void, Never> {
        if publisher.flags.contains(.stopped) {
            publisher.reportDrop(.action, of: action, reason: .stopped, at: site)
            endWatch?.end(.dropped(.stopped))
            return Task {}
        }
        let chain = publisher.chain(to: action)
        if let chain, chain.isRunaway {
            publisher.reportRunaway(chain, action: action, at: site)
            endWatch?.end(.dropped(.runaway))
            return Task {}
        }
        let record = makeRecord(of: action, parent: parent, at: site)
        record.chain = chain
        if publisher.flags.contains(.watched) {
            record.trace = ActionTrace(action, cause: SceneEvent.currentCause)
        }
        if let endWatch {
            record.endWatch = endWatch
            endWatch.record = record
        }
        record.transaction = transaction
        let policy = controller.policy(for: action)
        if publisher.flags.contains(.stopped) || isAwaited && Task.isCancelled {
            // `policy(for:)` has stopped the scene, or cancelled the task that waits for this action.
            publisher.dropUnstarted(action, record, reason: .cancelledBeforeStart)
            return Task {}
        }
        let decision = publisher.admit(action, policy, as: record)
        return carryOut(decision, for: action, record, isAwaited: isAwaited, awaiter: awaiter)
    }

    private func carryOut(
        _ decision: StartDecision?, for action: Definition.Action, _ record: ActionRecord, isAwaited: Bool,
        awaiter: TrackedTask?
    ) -> Task<Void, Never> {
        switch decision {
        case .drop(let reason)?:
            publisher.dropUnstarted(action, record, reason: reason)
            return Task {}
        case nil:
            noteWait(of: awaiter, for: action, record)
            // Not a pending start: actions that are executed later need not wait for it.
            return deferStart(of: action, as: record)
        case .start? where publisher.flags.contains(.stopped) || isAwaited && Task.isCancelled:
            // The policy has cancelled actions. One of their cancellation handlers, which run at once, has stopped the
            // scene, or cancelled the task that waits for this action.
            publisher.dropUnstarted(action, record, reason: .cancelledBeforeStart)
            return Task {}
        case .start? where record.cancelReason != nil:
            // Such a handler has executed an action that replaces this one.
            publisher.dropUnstarted(action, record)
            return Task {}
        case .start? where publisher.mayStartInPlace:
            return startInPlace(action, as: record, awaiter: awaiter)
        case .start?:
            noteWait(of: awaiter, for: action, record)
            publisher.pendingStarts.add(1, ordering: .relaxed)
            return deferStart(of: action, as: record)
        }
    }

    nonisolated private func makeRecord(
        of action: Definition.Action, parent: ActionRecord? = nil, at site: CallSite
    ) -> ActionRecord {
        let record = ActionRecord(
            sceneNumber: publisher.sceneNumber, parent: parent, callSite: site,
            trackedTask: publisher.instrumentation?.begin(action, as: .action, parent: nil))
        publisher.registerCancellation(record)
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
        return publisher.registry.insert(of: record) {
            Task { @MainActor in
                guard await actionTask.beginDeferred() else { return }
                await actionTask.handle()
                actionTask.endHere()
            }
        }
    }

    /// Tells the instrumentation, if there is one, that a tracked task waits until the action ends.
    private func noteWait(of awaiter: TrackedTask?, for action: Definition.Action, _ record: ActionRecord) {
        record.awaiter = awaiter?.beginSuspension("waiting for \(action)")
    }

    // MARK: - For hosts, tools and tests

    /// Executes an action like ``execute(_:fileID:line:)``, and reports once how it ended.
    ///
    /// - Parameter onEnd: Called on the main actor when the action ends. If the action does not suspend, this is before
    ///   the function returns. It must not execute actions or mutations.
    @discardableResult
    package func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line,
        onEnd: @escaping (ActionEnd) -> Void
    ) -> Task<Void, Never> {
        start(action, at: CallSite(fileID: fileID, line: line), endWatch: ActionEndWatch(onEnd))
    }

    /// Executes an action like ``execute(_:fileID:line:)``, and lets a front end surround what the action's commits
    /// invalidate, for example with an animation.
    ///
    /// - Parameter transaction: Called when a commit of the action in this scene invalidates readers of fields, and again
    ///   for those of children. It calls its argument once, before it returns.
    @discardableResult
    package func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line,
        transaction: @escaping (() -> Void) -> Void
    ) -> Task<Void, Never> {
        publisher.ensureExtras().hasTransactions = true
        return start(action, at: CallSite(fileID: fileID, line: line), transaction: transaction)
    }

    /// Whether actions wait for a main-actor job of their own in which they start.
    package var hasPendingStarts: Bool { publisher.pendingStarts.load(ordering: .relaxed) > 0 }

    /// The number of actions with a policy that have not ended, for tests and tools.
    package var scheduledActionCount: Int { publisher.extras?.dispatcher?.count ?? 0 }
}
