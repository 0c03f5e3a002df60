/// What every interactor of a scene holds: the store as it may see it, and the worker, with the initializer that takes them.
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
/// It conforms to nothing and does nothing: the subclass names ``Interactor``, and so cannot leave `perform` out. An
/// interactor that holds something else conforms to ``Interactor`` without this class.
@MainActor
open class SceneInteractor<Definition: SceneDefinition> {
    /// Shows the domain state and takes mutations.
    public final let store: any DomainStoreOf<Definition>
    /// What the scene needs from outside.
    public final let worker: Definition.Worker

    /// Takes the parts that the interactor knows.
    ///
    /// - Parameters:
    ///   - store: Shows the domain state and takes mutations.
    ///   - worker: What the scene needs from outside.
    @inlinable
    public init(store: any DomainStoreOf<Definition>, worker: Definition.Worker) {
        self.store = store
        self.worker = worker
    }
}

extension SceneInteractor where Definition.Worker == Void {
    /// Takes the store, in a scene that needs nothing from outside.
    ///
    /// - Parameter store: Shows the domain state and takes mutations.
    public convenience init(store: any DomainStoreOf<Definition>) {
        self.init(store: store, worker: ())
    }
}
