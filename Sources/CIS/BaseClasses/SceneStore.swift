/// A base class for stores: it holds the publisher with the state, the worker for side effects, and the port for
/// outputs.
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
/// The class does not conform to ``Store``; the subclass does, so that the compiler asks for `mutate`. A store that
/// holds other things conforms to ``Store`` without this class.
@MainActor
open class SceneStore<Definition: SceneDefinition> {
    /// Holds the state.
    public final let publisher: StatePublisher<Definition.State>
    /// The worker for side effects.
    public final let worker: Definition.Worker

    /// Creates a store with the initial state and the worker for side effects.
    ///
    /// - Parameters:
    ///   - state: The initial state of the scene.
    ///   - worker: The worker.
    @inlinable
    public init(_ state: Definition.State, worker: Definition.Worker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    // Not a convenience initializer in an extension with this constraint: a subclass could not call it with `super`.
    /// Creates the store of a scene without a worker.
    ///
    /// - Parameter state: The initial state of the scene.
    @inlinable
    public init(_ state: Definition.State) where Definition.Worker == Void {
        publisher = StatePublisher(state)
        worker = ()
    }

    /// The port through which the scene sends outputs to its parent: the ``SceneRuntime/outputs`` of its runtime.
    ///
    /// - Complexity: O(1). Created at the first access.
    public final var outputs: OutputPort<Definition.Output> { publisher.outputs() }
}
