/// The parts of a publisher that few scenes need, in an object of their own, so that others do not pay for them.
@MainActor
final class SceneExtras<State: SceneState> {
    /// The fields that are read through the Observation framework.
    var fields: FieldTrackers?
    var queue = Queue<() -> Void>()
    /// The clock of policies, if it is not the system's.
    var clock: RuntimeClock?
    var events: SceneEventEmitter?
    /// The domain state of the last snapshot, until it changes.
    var keptDomainState: State.DomainState?
    var domainRevision: UInt64 = 0
    var isDeliveryScheduled = false
    /// Keep children in step with the state, in the order of their declarations.
    var childReconcilers: [any ChildReconciling] = []
    /// The saved scene from which this one is restored, until it is assembled.
    var restoration: Restoration?
    /// The scenes that this one owns.
    var children = ChildList()
    /// Where the scene is in its parent, if it follows the parent's state.
    var place: ScenePlace?
    /// Starts and delays actions that have a policy.
    var dispatcher: ActionDispatcher?
}
