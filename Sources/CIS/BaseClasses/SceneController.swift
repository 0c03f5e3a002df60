/// A base class for controllers: it holds an interactor and a write-only store.
///
/// ```swift
/// final class BookingController: SceneController<Booking>, Controller {
///     func handle(_ action: Booking.Action) async {
///         switch action {
///         case .bookTapped: await interactor.execute(.book)
///         }
///     }
/// }
/// ```
///
/// The class does not conform to ``Controller``; the subclass does, so that the compiler asks for `handle`. A
/// controller that holds other things conforms to ``Controller`` without this class.
@MainActor
open class SceneController<Definition: SceneDefinition> {
    /// Performs the use cases.
    public final let interactor: any Interactor<Definition.UseCase>
    /// Applies mutations that need no business rule.
    public final let store: any MutationReceiverOf<Definition>

    /// Creates a controller with its parts.
    ///
    /// - Parameters:
    ///   - interactor: Performs the use cases.
    ///   - store: Applies mutations that need no business rule.
    @inlinable
    public init(interactor: any Interactor<Definition.UseCase>, store: any MutationReceiverOf<Definition>) {
        self.interactor = interactor
        self.store = store
    }

    // Not in an extension, for the reason given in `SceneStore`.
    /// Creates the controller of a scene without use cases.
    ///
    /// - Parameter store: Applies mutations that need no business rule.
    public init(store: any MutationReceiverOf<Definition>) where Definition.UseCase == Never {
        interactor = NoUseCases()
        self.store = store
    }
}

/// The interactor of a scene without use cases.
private final class NoUseCases: Interactor {
    func perform(_ useCase: Never) async {}
}
