import Synchronization

/// Executing actions.
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
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
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
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func run(_ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line) async {
        let site = CallSite(fileID: fileID, line: line)
        guard !Task.isCancelled else {
            publisher.reportDrop(.action, of: action, reason: .cancelledBeforeStart, at: site)
            return
        }
        let task = start(
            action, parent: ActionContext.action, at: site, isAwaited: true,
            awaiter: TrackedTask.ofThisTask)
        let caller = CancellationTraversal.thisTask
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            CancellationTraversal.cancel(task, awaitedBy: caller)
        }
    }

    /// Executes an action from any thread. It always starts in a main-actor job of its own. Actions from one thread
    /// start in the order of the calls.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The action's task, like that of ``execute(_:fileID:line:)``.
    @discardableResult
    nonisolated public func post(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        let record = ActionRecord(
            sceneNumber: publisher.sceneNumber, parent: nil, callSite: CallSite(fileID: fileID, line: line),
            trackedTask: publisher.instrumentation?.begin(action, as: .action, parent: nil))
        publisher.registerCancellation(record)
        let actionTask = ActionTask(action, by: controller, in: publisher, as: record)
        publisher.pendingStarts.add(1, ordering: .relaxed)
        return publisher.registry.insert(of: record) { isOpen in
            guard isOpen else { return Task { @MainActor in actionTask.dropPosted() } }
            return Task { @MainActor in
                guard await actionTask.beginPosted() else { return }
                await actionTask.handle()
                actionTask.endHere()
            }
        }
    }

    /// Whether actions wait for a main-actor job of their own in which they start.
    package var hasPendingStarts: Bool { publisher.pendingStarts.load(ordering: .relaxed) > 0 }

    /// The number of actions with a policy that have not ended, for tests and tools.
    package var scheduledActionCount: Int { publisher.extras?.dispatcher?.count ?? 0 }
}
