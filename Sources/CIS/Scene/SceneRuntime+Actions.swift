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
    public func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Task<Void, Never> {
        start(action, parent: nil, at: CallSite(fileID: fileID, line: line))
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
        let task = start(action, parent: ActionContext.current?.action, at: site)
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
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
            sceneNumber: publisher.sceneNumber, parent: nil, callSite: CallSite(fileID: fileID, line: line), chain: nil)
        return deferStart(of: action, as: record, cause: nil) { [publisher, controller] in
            switch publisher.admit(action, controller.policy(for: action), as: record) {
            case .start: nil
            case .drop(let reason): reason
            case .wait(let permit): await permit.value(of: record)
            }
        }
    }

    private func start(_ action: Definition.Action, parent: ActionRecord?, at site: CallSite) -> Task<Void, Never> {
        let flags = publisher.flags
        if flags.contains(.stopped) {
            publisher.reportDrop(.action, of: action, reason: .stopped, at: site)
            return Task {}
        }
        var chain = ActionContext.current?.action.chain
        if flags.contains(.publishing) {
            let link = CallbackChain.link(after: chain, to: action)
            if link.isRunaway {
                publisher.reportRunaway(link, action: action, at: site)
                return Task {}
            }
            chain = link
        }
        let record = ActionRecord(sceneNumber: publisher.sceneNumber, parent: parent, callSite: site, chain: chain)
        let cause = publisher.currentCause
        switch publisher.admit(action, controller.policy(for: action), as: record) {
        case .start: break
        case .drop(let reason):
            publisher.dropUnstarted(action, record, reason: reason)
            return Task {}
        case .wait(let permit):
            return deferStart(of: action, as: record, cause: cause) { await permit.value(of: record) }
        }
        if flags.isDisjoint(with: .deferringStart), publisher.pendingStarts.load(ordering: .relaxed) == 0 {
            return startInPlace(action, as: record, cause: cause)
        }
        return deferStart(of: action, as: record, cause: cause)
    }

    private func startInPlace(
        _ action: Definition.Action, as record: ActionRecord, cause: SceneEvent.ID?
    ) -> Task<Void, Never> {
        let publisher = self.publisher
        let controller = self.controller
        // What the action does is caused by the action, not by the commit inside which it may have been executed.
        let outerCause = SceneTracing.synchronousCause
        SceneTracing.synchronousCause = nil
        publisher.flags.insert(.starting)
        // Bound around the creation, and so inherited by the task: it takes the place of the caller's context.
        let task = ActionContext.$current.withValue(ActionContext(action: record, cause: nil)) {
            startTaskInPlace { @MainActor in
                let event = publisher.willHandle(action, record, cause: cause)
                await controller.handle(action)
                publisher.didHandle(record, event)
            }
        }
        publisher.flags.remove(.starting)
        SceneTracing.synchronousCause = outerCause
        if !record.isFinished {
            record.task = task
            publisher.registry.insert(task, of: record)
            if record.isCancelRequested { task.cancel() }
        }
        return task
    }

    /// - Parameter reasonNotTo: What the action waits for in its own task, before it starts, if it has a policy.
    nonisolated private func deferStart(
        of action: Definition.Action, as record: ActionRecord, cause: SceneEvent.ID?,
        after reasonNotTo: (@MainActor @Sendable () async -> DropReason?)? = nil
    ) -> Task<Void, Never> {
        let publisher = self.publisher
        let controller = self.controller
        publisher.pendingStarts.add(1, ordering: .relaxed)
        return publisher.registry.insert(of: record) {
            ActionContext.$current.withValue(ActionContext(action: record, cause: nil)) {
                // A plain main-actor task: the main actor's queue keeps the order.
                Task { @MainActor in
                    publisher.pendingStarts.subtract(1, ordering: .relaxed)
                    record.task = publisher.registry.task(of: record)
                    if !Task.isCancelled, let reason = await reasonNotTo?() {
                        return publisher.dropUnstarted(action, record, reason: reason)
                    }
                    guard !Task.isCancelled else { return publisher.dropUnstarted(action, record) }
                    record.chain?.watchForSuspension()
                    let event = publisher.willHandle(action, record, cause: cause)
                    await controller.handle(action)
                    publisher.didHandle(record, event)
                }
            }
        }
    }
}
