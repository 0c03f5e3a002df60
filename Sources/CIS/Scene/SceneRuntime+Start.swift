public import Synchronization

/// Whether this system can start a task in place. Linux always can; Apple systems since version 26.
var systemStartsTasksInPlace: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

/// Starts a main-actor task in place: its body runs up to its first suspension before this returns.
///
/// In a plain block of a main queue that another thread than the main one serves the system defers the start after all. Systems that
/// start no task in place do not come by here: all their scenes defer every start.
@MainActor
func startTaskInPlace(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task.immediate(operation: body)
    } else {
        return Task(operation: body)
    }
}

/// The fast path of an action: nothing is unusual, and it starts in place. Inlinable, so that clients get code made for
/// their types.
extension SceneRuntime {
    @inlinable
    @inline(never)
    func startOnFastPath(_ action: Definition.Action, at site: CallSite) -> Task<Void, Never> {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return startOnGeneralPath(action, policy: nil, at: site)  // never: such systems defer every start
        }
        let publisher = self.publisher
        let controller = self.controller
        // Asked for its policy, the controller may have stopped the scene, or whatever else.
        guard publisher.flags.isDisjoint(with: .preventsFastStart) else {
            return startOnGeneralPath(action, policy: .concurrent, at: site)
        }
        let record = ActionRecord(sceneNumber: publisher.sceneNumber, parent: nil, callSite: site)
        let outer = ActionRecord.fastPathTaskAddress
        publisher.flags.insert(.starting | .startingOnFastPath)
        var task: Task<Void, Never>
        // A loop that runs once: scenes count from 1. In a loop the compiler inlines `Task.immediate`, and only then does it
        // see that there is no preferred executor, for which the task would otherwise look, under a lock, at each of its
        // steps. Written out here, as a function that took the closure would make the task wait for one more.
        repeat {
            task = Task.immediate { @MainActor in
                if record.wasDeferredBySystem {
                    return await publisher.startDeferredBySystem(action, by: controller, as: record)
                }
                record.beginOnFastPath(in: publisher.flagsAddress)
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
        } while publisher.sceneNumber == 0
        publisher.flags.remove(.starting | .startingOnFastPath)
        ActionRecord.fastPathTaskAddress = outer
        if !record.isFinished { publisher.keep(task, of: record) }
        return task
    }
}

extension StatePublisher {
    /// Whether an action that is executed now starts in place, and nobody has to be told. Its policy is asked next.
    @inlinable
    var mayStartOnFastPath: Bool {
        flags.isDisjoint(with: .preventsFastStart) && pendingStarts.load(ordering: .relaxed) == 0 && SceneTracing.isOff
            // Within another action its context would have to be replaced, and chains of callbacks be counted.
            && ActionContext.current == nil
    }

    /// Keeps an action that was started in place and has not finished: from now on it can be cancelled from outside.
    @usableFromInline
    func keep(_ task: Task<Void, Never>, of record: ActionRecord) {
        if !record.hasBegun {
            // The caller runs in a plain block of a main queue that another thread serves: the start is a deferred one.
            record.wasDeferredBySystem = true
            pendingStarts.add(1, ordering: .relaxed)
        }
        registry.insert(task, of: record)
    }

    /// Starts an action that could not start in place. Called in its task, in a main-actor job.
    @usableFromInline
    func startDeferredBySystem<Action: Sendable>(
        _ action: Action, by controller: any Controller<Action>, as record: ActionRecord
    ) async {
        record.wasDeferredBySystem = false
        await startDeferred(action, by: controller, as: record, isPending: true)
    }

    /// Forgets a finished action that was kept.
    @usableFromInline
    func forget(_ record: ActionRecord) {
        knownRegistry?.remove(record)
    }
}
