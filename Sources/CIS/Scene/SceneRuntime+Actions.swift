import Synchronization

/// How actions start.
extension SceneRuntime {
    /// Executes an action, as an action of its own: it does not end with its caller.
    ///
    /// The action starts before this returns, unless the scene is publishing, is starting another action, or has
    /// deferred starts pending: then it starts in a main-actor job of its own, first in first out. On Apple systems
    /// before version 26 every start is deferred. Its policy (``Controller/policy(for:)``) may delay it further, or drop it:
    /// then its task completes.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file, for diagnostics and traces. Leave it out.
    ///   - line: The caller's line, for diagnostics and traces. Leave it out.
    /// - Returns: The action's task. Its value is there when `handle` has returned. Cancelling it reaches everything
    ///   that the action awaits; cancelled before its start, the action never runs.
    /// - Complexity: O(1), whatever else is running.
    @discardableResult
    @inlinable
    public func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        let site = CallSite(fileID: fileID, line: line)
        guard publisher.mayStartOnFastPath else { return startOnGeneralPath(action, policy: nil, at: site) }
        let policy = controller.policy(for: action)
        guard policy.isPlain else { return startOnGeneralPath(action, policy: policy, at: site) }
        return startOnFastPath(action, at: site)
    }

    /// Executes an action as part of the caller: returns when it is done, and passes the caller's cancellation on.
    ///
    /// If its policy counts it in one group with the caller it shares the caller's place, and does not wait for it.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file, for diagnostics and traces. Leave it out.
    ///   - line: The caller's line, for diagnostics and traces. Leave it out.
    public func run(_ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line) async {
        let site = CallSite(fileID: fileID, line: line)
        guard !Task.isCancelled else {
            publisher.reportDrop(.action, of: action, reason: .cancelledBeforeStart, at: site)
            return
        }
        let task = start(
            action, policy: nil, parent: ActionContext.current?.action, at: site, awaiter: TrackedTask.ofThisTask)
        let caller = CancellationTraversal.thisTask
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            CancellationTraversal.cancel(task, awaitedBy: caller)
        }
    }

    /// Executes an action from any thread. It always starts in a main-actor job of its own, in the order of the calls
    /// of each thread.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - fileID: The caller's file, for diagnostics and traces. Leave it out.
    ///   - line: The caller's line, for diagnostics and traces. Leave it out.
    /// - Returns: The action's task, as of ``execute(_:fileID:line:)``.
    @discardableResult
    nonisolated public func post(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        let record = ActionRecord(
            sceneNumber: publisher.sceneNumber, parent: nil, callSite: CallSite(fileID: fileID, line: line),
            trackedTask: publisher.quiescenceTracker?.begin(action, as: .action))
        publisher.registerCancellation(record)
        return deferStart(of: action, as: record) { [publisher, controller] in
            if Task.isCancelled { return true }
            let policy = controller.policy(for: action)
            // Asked for the policy, the controller may have stopped or released the scene, and so cancelled this task.
            if Task.isCancelled { return true }
            switch publisher.admit(action, policy, as: record) {
            case .start:
                return true
            case .drop(let reason):
                publisher.dropUnstarted(action, record, reason: reason)
                return false
            case .wait(let permit):
                return await permit.mayStart(record)
            }
        }
    }

    /// The number of actions with a policy that have not ended, for tests and tools.
    package var scheduledActionCount: Int { publisher.extras?.dispatcher?.count ?? 0 }

    /// The entry to ``start(_:policy:parent:at:awaiter:)`` for code in clients.
    @usableFromInline
    func startOnGeneralPath(_ action: Definition.Action, policy: ActionPolicy?, at site: CallSite) -> Task<Void, Never>
    {
        start(action, policy: policy, parent: nil, at: site)
    }

    /// The path of an action for which something is unusual: it may be dropped, deferred, delayed, traced.
    ///
    /// - Parameters:
    ///   - policy: The action's policy, if its controller was asked for it already.
    ///   - awaiter: Who waits for it, if that is accounted for.
    @inline(never)
    func start(
        _ action: Definition.Action, policy: ActionPolicy?, parent: ActionRecord?, at site: CallSite,
        awaiter: TrackedTask? = nil
    ) -> Task<Void, Never> {
        if publisher.flags.contains(.stopped) {
            // Stopped by the controller that was asked for the policy, it was open when the action was executed.
            let reason: DropReason = policy == nil ? .stopped : .cancelledBeforeStart
            publisher.reportDrop(.action, of: action, reason: reason, at: site)
            return Task {}
        }
        let chain = publisher.chain(to: action)
        if let chain, chain.isRunaway {
            publisher.reportRunaway(chain, action: action, at: site)
            return Task {}
        }
        let record = ActionRecord(
            sceneNumber: publisher.sceneNumber, parent: parent, callSite: site,
            trackedTask: publisher.quiescenceTracker?.begin(action, as: .action))
        publisher.registerCancellation(record)
        if let chain { record.ensureDetails().chain = chain }
        if let cause = publisher.currentCause { record.ensureDetails().cause = cause }
        if !publisher.flags.isDisjoint(with: .checked | .traced) { record.ensureDetails().action = action }
        let policy = policy ?? controller.policy(for: action)
        if publisher.flags.contains(.stopped) {
            // By the controller, when it was asked for the policy.
            publisher.dropUnstarted(action, record, reason: .cancelledBeforeStart)
            return Task {}
        }
        switch publisher.admit(action, policy, as: record) {
        case .start: break
        case .drop(let reason):
            publisher.dropUnstarted(action, record, reason: reason)
            return Task {}
        case .wait(let permit):
            if let suspension = awaiter?.beginSuspension("waiting for \(action)") {
                record.ensureDetails().awaiter = suspension
            }
            // Not a pending start: those behind it need not queue up.
            return deferStart(of: action, as: record, isPending: false) { await permit.mayStart(record) }
        }
        if publisher.mayStartInPlace {
            let task = publisher.start(action, by: controller, as: record)
            if !record.isFinished {
                publisher.keep(task, of: record)
                if let suspension = awaiter?.beginSuspension("waiting for \(action)") {
                    record.ensureDetails().awaiter = suspension
                }
            }
            return task
        }
        if let suspension = awaiter?.beginSuspension("waiting for \(action)") {
            record.ensureDetails().awaiter = suspension
        }
        return deferStart(of: action, as: record)
    }

    /// Makes the action start in a main-actor job of its own. The main actor's queue keeps the order.
    ///
    /// - Parameters:
    ///   - isPending: Whether actions that are executed later start later.
    ///   - mayStart: Waits until the action's policy lets it start. If it never does, that is told.
    nonisolated private func deferStart(
        of action: Definition.Action, as record: ActionRecord, isPending: Bool = true,
        ifAllowed mayStart: (@MainActor @Sendable () async -> Bool)? = nil
    ) -> Task<Void, Never> {
        let publisher = self.publisher
        let controller = self.controller
        if isPending { publisher.pendingStarts.add(1, ordering: .relaxed) }
        return publisher.registry.insert(of: record) {
            Task { @MainActor in
                await publisher.startDeferred(
                    action, by: controller, as: record, isPending: isPending, ifAllowed: mayStart)
            }
        }
    }
}
