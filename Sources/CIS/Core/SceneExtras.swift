/// The properties of a scene that few scenes need. They are in a separate object, so that other scenes do not pay
/// for them.
@MainActor
final class SceneExtras {
    /// The fields that are read through the Observation framework.
    var fields: FieldTrackers?
    var queue = Queue<() -> Void>()
    /// The clock for policies, if it is not the system's clock.
    var clock: RuntimeClock?
    var events: SceneEventEmitter?
    var domainRevision: UInt64 = 0
    var isDeliveryScheduled = false
    /// The reconcilers that keep children in step with the state, in the order of their declarations.
    var childReconcilers: [any ChildReconciling] = []
    /// What the scene itself changes in the state after `mutate`: ids of a stack.
    var corrections: [(UnsafeMutableRawPointer) -> Void] = []
    /// The restoration from which this scene has taken its state. It contains the saved children until the end of the
    /// assembly.
    var restoration: Restoration?
    /// The scenes that this one owns.
    var children = ChildList()
    /// Whether children that followed the state were released when the scene ended.
    var hasLostChildren = false
    /// The scene to which this one was added by hand.
    weak var parent: SceneCore?
    /// Starts and delays actions that have a policy.
    var dispatcher: ActionDispatcher?
    /// What controls have set and no action has handled yet.
    var controlWrites: ControlWrites?
    /// The domain state of the last snapshot, until the scene's domain state changes. `StatePublisher` knows its type.
    var keptDomainState: AnyObject?
}
