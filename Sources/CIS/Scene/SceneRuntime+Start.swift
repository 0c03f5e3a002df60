public import Synchronization

/// The fast path of an action: nothing is unusual, and it starts in place. Inlinable, so that clients get code made for
/// their types.
extension SceneRuntime {
    @inlinable
    @inline(never)
    func startPlainly(_ action: Definition.Action, at site: CallSite) -> Task<Void, Never> {
        let publisher = self.publisher
        let controller = self.controller
        let record = ActionRecord(sceneNumber: publisher.sceneNumber, parent: nil, callSite: site)
        publisher.flags.insert(.starting | .startingPlainly)
        let task = CIS.startPlainly(record) { @MainActor in
            record.hasBegun = true
            publisher.runningActions += 1
            publisher.flags.insert(.acting)
            // Bound inside of the task: around its creation, the binding would have to be copied, which costs more.
            await ActionContext.local.withValue(ActionContext(action: record, cause: nil)) {
                await controller.handle(action)
            }
            record.finish()
            publisher.runningActions -= 1
            if publisher.runningActions == 0 { publisher.flags.remove(.acting) }
            if record.isRegistered { publisher.forget(record) }
        }
        publisher.flags.remove(.starting | .startingPlainly)
        if !record.isFinished { publisher.keep(task, of: record) }
        return task
    }
}

extension StatePublisher {
    /// Whether an action that is executed now starts in place, and nobody has to be told. Its policy is asked next.
    @inlinable
    var maySkipAhead: Bool {
        flags.isDisjoint(with: .unusualStart) && pendingStarts.load(ordering: .relaxed) == 0 && SceneTracing.isOff
            // Within another action its context would have to be replaced, and chains of callbacks be counted.
            && ActionContext.current == nil
    }

    /// An action has suspended: from now on it can be cancelled from outside.
    @usableFromInline
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        record.task = task
        registry.insert(task, of: record)
    }

    /// Forgets a finished action that was kept.
    @usableFromInline
    func forget(_ record: ActionRecord) {
        knownRegistry?.remove(record)
    }
}
