import Synchronization

// What the runtime and an `ActionTask` do with their scene.

// MARK: - Whether an action starts now

extension SceneCore {
    /// Whether an action that is executed now starts in place.
    var mayStartInPlace: Bool {
        flags.isDisjoint(with: .defersStart) && pendingStarts.load(ordering: .relaxed) == 0
            && !DeferredStart.isStarting(inScene: sceneNumber) && DeferredStart.mayNest
    }
}

// MARK: - Starting

extension SceneCore {
    /// Registers an action that was started in place and has not finished. From then on it can be cancelled from
    /// outside.
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        if !record.hasBegun {
            // The system has deferred the start; see `makeTaskInPlace`.
            record.wasDeferredBySystem = true
            pendingStarts.add(1, ordering: .relaxed)
        }
        registry.insert(task, of: record)
    }
}

// MARK: - Running

extension SceneCore {
    /// Records that the action runs. Called right before `handle`, in the action's task.
    func willHandle(_ action: some Sendable, _ record: ActionRecord) {
        record.begin(in: flagsAddress)
        runningActions += 1
        flags.insert(.acting)
        if !flags.isDisjoint(with: .checked | .traced) { record.ensureDetails().action = action }
    }

    /// Begins the event of an action, if the scene is traced.
    func beginEvent(of action: some Sendable, _ record: ActionRecord) -> OpenEvent? {
        guard !flags.isDisjoint(with: .checked | .traced), let events else { return nil }
        let event = events.beginAsync(.action(action), cause: record.cause, at: record.callSite)
        record.details?.events = events
        record.details?.event = event.id
        return event
    }

    /// Unregisters the action, and lets the scheduler start others. Called right after `handle`, in the action's task.
    func didHandle(_ record: ActionRecord) {
        record.finish()
        runningActions -= 1
        if runningActions == 0 { flags.remove(.acting) }
        knownRegistry?.remove(record)
        extras?.dispatcher?.end(record)
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
