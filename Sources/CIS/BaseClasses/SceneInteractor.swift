/// A base class for interactors: it holds the domain store and the worker.
///
/// ```swift
/// final class BookingInteractor: SceneInteractor<Booking>, Interactor {
///     func perform(_ useCase: Booking.UseCase) async {
///         guard let seat = await worker.findSeat() else { return store.execute(.refused) }
///         store.execute(.booked(seat))
///     }
/// }
/// ```
///
/// The class does not conform to ``Interactor``; the subclass does, so that the compiler asks for `perform`. An
/// interactor that holds other things conforms to ``Interactor`` without this class.
@MainActor
open class SceneInteractor<Definition: SceneDefinition> {
    /// Shows the domain state and takes mutations.
    public final let store: any DomainStoreOf<Definition>
    /// The worker.
    public final let worker: Definition.Worker

    /// Creates an interactor with its parts.
    ///
    /// - Parameters:
    ///   - store: Shows the domain state and takes mutations.
    ///   - worker: The worker.
    @inlinable
    public init(store: any DomainStoreOf<Definition>, worker: Definition.Worker) {
        self.store = store
        self.worker = worker
    }

    // Not in an extension, for the reason given in `SceneStore`.
    /// Creates the interactor of a scene without a worker.
    ///
    /// - Parameter store: Shows the domain state and takes mutations.
    @inlinable
    public init(store: any DomainStoreOf<Definition>) where Definition.Worker == Void {
        self.store = store
        worker = ()
    }
}
