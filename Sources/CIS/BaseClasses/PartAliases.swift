// Aliases that name a part of a scene by the scene's definition. Use them for properties and parameters that hold a
// part: `any DomainStoreOf<Booking>` is `any DomainStore<Booking.State.DomainState, Booking.Mutation>`.

/// A scene's store as its ``Interactor`` holds it: domain state to read, mutations to execute.
public typealias DomainStoreOf<Definition: SceneDefinition> = DomainStore<
    Definition.State.DomainState, Definition.Mutation
>

/// A scene's store as its ``Controller`` holds it: write-only.
public typealias MutationReceiverOf<Definition: SceneDefinition> = MutationReceiver<Definition.Mutation>
