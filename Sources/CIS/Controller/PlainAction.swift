public import Synchronization

/// An action for which nothing is unusual, with what its task needs: one allocation for all of it.
// Unchecked because its superclass is: what it adds is constant, or the main actor's alone.
@usableFromInline
final class PlainAction<Action: Sendable, State: SceneState>: ActionRecord, @unchecked Sendable {
    // Let go when the action has finished, because whatever escapes from it keeps the record. Unchecked, as the two below:
    // by the main actor only, and each access is over before a function of the client runs.
    @MainActor @exclusivity(unchecked) @usableFromInline var value: Action?
    // Unchecked: see `value`.
    @MainActor @exclusivity(unchecked) @usableFromInline var controller: (any Controller<Action>)?
    // Unchecked: see `value`.
    @MainActor @exclusivity(unchecked) @usableFromInline var publisher: StatePublisher<State>?

    @MainActor
    @inlinable
    init(
        _ action: Action, by controller: any Controller<Action>, on publisher: StatePublisher<State>, at site: CallSite
    ) {
        value = action
        self.controller = controller
        self.publisher = publisher
        super.init(sceneNumber: publisher.sceneNumber, parent: nil, callSite: site)
    }

    /// What the task of the action does.
    @MainActor
    @inlinable
    @inline(__always)
    func handle() async {
        guard let publisher, let controller, let value else { return }
        hasBegun = true
        publisher.runningActions += 1
        publisher.flags.insert(.acting)
        // Bound inside of the task: around its creation, the binding would have to be copied, which costs more.
        await ActionContext.local.withValue(ActionContext(action: self, cause: nil)) {
            await controller.handle(value)
        }
        self.value = nil
        self.controller = nil
        self.publisher = nil
        finish()
        publisher.runningActions -= 1
        if publisher.runningActions == 0 { publisher.flags.remove(.acting) }
        if slot.load(ordering: .relaxed) >= 0 { publisher.forget(self) }
    }
}

/// Starts an action in place.
///
/// - Parameter handle: Made where the types are known, and captures nothing.
@usableFromInline
@MainActor
@inline(never)
func startPlainly(
    _ record: ActionRecord, _ handle: @escaping @MainActor (ActionRecord) async -> Void
) -> Task<Void, Never> {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        // Such systems defer every start, and do not come here.
        return Task { @MainActor in await handle(record) }
    }
    var task: Task<Void, Never>
    // A loop that runs once: scenes count from 1. In a loop the compiler inlines the function, and only then does it see that
    // there is no preferred executor, for which the task would otherwise look, under a lock, at each of its steps.
    repeat {
        task = Task.immediate { @MainActor in await handle(record) }
    } while record.sceneNumber == 0
    return task
}
