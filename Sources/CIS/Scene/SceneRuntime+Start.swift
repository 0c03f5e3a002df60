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
        publisher.flags.formUnion([.starting, .startingPlainly])
        let task: Task<Void, Never>
        // Task.immediate is called here and with a closure written here: only then does the compiler see that there is no
        // preferred executor, for which the task would otherwise ask under a lock at each of its steps.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            task = Task.immediate { @MainActor in await publisher.handlePlainly(action, by: controller, as: record) }
        } else {
            task = Task { @MainActor in await publisher.handlePlainly(action, by: controller, as: record) }
        }
        publisher.flags.subtract([.starting, .startingPlainly])
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

    /// What the task of an action does.
    @inlinable
    @inline(__always)
    func handlePlainly<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        record.hasBegun = true
        runningActions += 1
        flags.insert(.acting)
        // Bound inside of the task: around its creation, the binding would have to be copied, which costs more.
        await ActionContext.local.withValue(ActionContext(action: record, cause: nil)) {
            await controller.handle(action)
        }
        didHandlePlainly(record)
    }

    /// An action has suspended: from now on it can be cancelled from outside.
    @usableFromInline
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        record.task = task
        registry.insert(task, of: record)
    }

    /// Called in the task of the action, right after its `handle`.
    @inlinable
    func didHandlePlainly(_ record: ActionRecord) {
        record.finish()
        runningActions -= 1
        if runningActions == 0 { flags.remove(.acting) }
        if record.slot.load(ordering: .relaxed) >= 0 { forget(record) }
    }

    @usableFromInline
    func forget(_ record: ActionRecord) {
        knownRegistry?.remove(record)
    }
}
