/// What every store of a scene holds: the publisher with the state, the worker for side effects, and the port for outputs,
/// with the initializer that takes the initial state.
///
/// ```swift
/// final class BookingStore: SceneStore<Booking>, Store {
///     nonisolated static func mutate(_ state: inout Booking.State, by mutation: Booking.Mutation) {
///         switch mutation {
///         case .booked(let seat): state.domainState.seats.append(seat)
///         }
///     }
///     func sideEffects(of mutation: Booking.Mutation, on state: Booking.State) {  // optional
///         worker.ring()
///         outputs.send(.booked)
///     }
/// }
/// ```
///
/// It conforms to nothing and does nothing: the subclass names ``Store``, and so cannot leave `mutate` out. A store that
/// holds something else conforms to ``Store`` without this class.
@MainActor
open class SceneStore<Definition: SceneDefinition> {
    /// Where the state lives.
    public final let publisher: StatePublisher<Definition.State>
    /// What the scene needs from outside, for side effects.
    public final let worker: Definition.Worker

    /// Takes the initial state, and the worker for side effects.
    ///
    /// - Parameters:
    ///   - state: The initial state of the scene.
    ///   - worker: What the scene needs from outside.
    @inlinable
    public init(_ state: Definition.State, worker: Definition.Worker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    /// Where the scene tells its parent what the parent should know: the ``SceneRuntime/outputs`` of its runtime.
    ///
    /// - Complexity: O(1). Made when first needed.
    public final var outputs: OutputPort<Definition.Output> { publisher.outputs() }
}

extension SceneStore where Definition.Worker == Void {
    /// Takes the initial state, in a scene that needs nothing from outside.
    ///
    /// - Parameter state: The initial state of the scene.
    public convenience init(_ state: Definition.State) {
        self.init(state, worker: ())
    }
}
