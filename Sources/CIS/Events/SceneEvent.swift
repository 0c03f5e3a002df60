/// One thing that has happened in a scene. Received by a ``SceneObserver``.
public struct SceneEvent: Sendable {
    /// Identifies an event. Unique within the process; later events have greater ids.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The number behind the id, counted from 1.
        public let number: UInt64

        /// Whether `lhs` began before `rhs`.
        public static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }

        /// The number, as in `#12`.
        public var description: String { "#\(number)" }
    }

    /// What happened. The associated values are those that were executed.
    public enum Kind: Sendable {
        /// An action runs, from its start until its `handle` has returned.
        case action(any Sendable)
        /// A use case runs, from its start until its `perform` has returned.
        case useCase(any Sendable)
        /// A mutation is applied, from before the state changes until its side effects are done.
        case mutation(any Sendable)
        /// The changed state is published: views are invalidated, and observers are called. It is part of its
        /// mutation's event. The number counts the commits of the scene, from 1.
        case commit(number: UInt64)
        /// The side effects of a mutation are performed. It is part of its mutation's event.
        case sideEffects(of: any Sendable)
        /// The scene has sent an output to its parent, through an ``OutputPort``.
        case output(any Sendable)
        /// An action or a mutation was dropped. The second value is the action or mutation.
        case dropped(Dropped, any Sendable, reason: DropReason)
        /// A running action was cancelled by a policy: its own (``DropReason/timedOut``) or that of a later action
        /// (``DropReason/replaced``). Its `handle` continues until it returns.
        case cancelled(any Sendable, reason: DropReason)
        /// The scene was stopped, by `stop()` or because its runtime was released.
        case stopped
    }

    /// What kind of thing was dropped.
    public enum Dropped: String, Sendable {
        /// An action: its `handle` never ran.
        case action
        /// A mutation: the state did not change.
        case mutation
    }

    /// How an event ended.
    public enum Ending: Sendable, Hashable {
        /// It ran to its end.
        case finished
        /// It ran to its end after having been cancelled.
        case cancelled
        /// An output was ignored, because no parent is connected to the scene's port.
        case unheard
    }

    /// Identifies this event.
    public let id: ID
    /// The event that has caused this one: an action causes a use case, a use case a mutation, a side effect an action.
    /// `nil` if the event was caused from outside of all scenes.
    public let cause: ID?
    /// The scene in which it happened.
    public let scene: SceneIdentity
    /// What happened.
    public let kind: Kind
    /// Where it was executed, if known.
    public let callSite: CallSite?
}
