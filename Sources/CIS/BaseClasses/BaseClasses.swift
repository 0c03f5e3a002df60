/// A base class for controllers: it holds an interactor and a write-only store.
///
/// The class does not conform to ``Controller``; the subclass does, so that the compiler asks for `handle`. A
/// controller that holds other things conforms to ``Controller`` without this class. See <doc:FirstScene>.
@MainActor
open class SceneController<Definition: SceneDefinition> {
    /// Performs the use cases.
    public final let interactor: any Interactor<Definition.UseCase>
    /// Applies mutations that need no business rule.
    public final let store: any MutationReceiverOf<Definition>

    /// Creates a controller with its parts.
    public init(interactor: any Interactor<Definition.UseCase>, store: any MutationReceiverOf<Definition>) {
        self.interactor = interactor
        self.store = store
    }

    // Not in an extension, for the reason given in `SceneStore`.
    /// Creates the controller of a scene without use cases.
    public init(store: any MutationReceiverOf<Definition>) where Definition.UseCase == Never {
        interactor = NoUseCases()
        self.store = store
    }
}

private final class NoUseCases: Interactor {
    func perform(_ useCase: Never) async {}
}

/// A base class for interactors: it holds the domain store and the worker.
///
/// The subclass conforms to ``Interactor``, so that the compiler asks for `perform`; see ``SceneController`` and
/// <doc:FirstScene>.
@MainActor
open class SceneInteractor<Definition: SceneDefinition> {
    /// Shows the domain state and takes mutations.
    public final let store: any DomainStoreOf<Definition>
    /// The worker.
    public final let worker: Definition.Worker

    /// Creates an interactor with its parts.
    public init(store: any DomainStoreOf<Definition>, worker: Definition.Worker) {
        self.store = store
        self.worker = worker
    }

    // Not in an extension, for the reason given in `SceneStore`.
    /// Creates the interactor of a scene without a worker.
    public init(store: any DomainStoreOf<Definition>) where Definition.Worker == Void {
        self.store = store
        worker = ()
    }
}

/// A base class for stores: it holds the publisher with the state, the worker for side effects, and the output port.
///
/// The subclass conforms to ``Store``, so that the compiler asks for `mutate`; see ``SceneController`` and
/// <doc:FirstScene>.
@MainActor
open class SceneStore<Definition: SceneDefinition> {
    /// Holds the state.
    public final let publisher: StatePublisher<Definition.State>
    /// The worker for side effects.
    public final let worker: Definition.Worker

    /// Creates a store with the initial state and the worker for side effects.
    public init(_ state: Definition.State, worker: Definition.Worker) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    // Not a convenience initializer in an extension with this constraint: a subclass could not call it with `super`.
    /// Creates the store of a scene without a worker.
    public init(_ state: Definition.State) where Definition.Worker == Void {
        publisher = StatePublisher(state)
        worker = ()
    }

    /// The port through which the scene sends outputs to its parent: the ``SceneRuntime/outputs`` of its runtime.
    ///
    /// - Complexity: O(1). Created at the first access.
    public final var outputs: OutputPort<Definition.Output> { publisher.outputs() }
}

// Aliases that name a part of a scene by the scene's definition. Use them for properties and parameters that hold a
// part: `any DomainStoreOf<GuestList>` is `any DomainStore<GuestList.State.DomainState, GuestList.Mutation>`.

/// A scene's store as its ``Interactor`` holds it: domain state to read, mutations to execute.
public typealias DomainStoreOf<Definition: SceneDefinition> = DomainStore<
    Definition.State.DomainState, Definition.Mutation
>

/// A scene's store as its ``Controller`` holds it: write-only.
public typealias MutationReceiverOf<Definition: SceneDefinition> = MutationReceiver<Definition.Mutation>

// MARK: - A worker that is not declared

// Declarations that match the use of a worker in a scene whose definition has none. They cannot be used. If a scene makes
// this mistake, the compiler shows their message instead of an error about `Void`.

extension SceneInteractor where Definition.Worker == Void {
    /// Matches the use of a worker that is not declared.
    @available(
        *, unavailable, message: "the scene has no worker: write `typealias Worker = any …Worker` in its definition"
    )
    public var worker: _UndeclaredValue { preconditionFailure("unavailable") }

    /// Matches a worker that is not declared.
    @available(
        *, unavailable, message: "the scene has no worker: write `typealias Worker = any …Worker` in its definition"
    )
    public convenience init(store: any DomainStoreOf<Definition>, worker: Any) {
        preconditionFailure("unavailable")
    }
}

extension SceneStore where Definition.Worker == Void {
    /// Matches the use of a worker that is not declared.
    @available(
        *, unavailable, message: "the scene has no worker: write `typealias Worker = any …Worker` in its definition"
    )
    public var worker: _UndeclaredValue { preconditionFailure("unavailable") }

    /// Matches a worker that is not declared.
    @available(
        *, unavailable, message: "the scene has no worker: write `typealias Worker = any …Worker` in its definition"
    )
    public convenience init(_ state: Definition.State, worker: Any) {
        preconditionFailure("unavailable")
    }
}
