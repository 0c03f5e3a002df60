/// The types of one scene in one place: its actions, use cases, mutations, state and outputs.
///
/// Conform a caseless `enum` and nest the types in it. A definition holds no code; the parts of the scene
/// (``Controller``, ``Interactor``, ``Store``, workers) are written against its names.
///
/// ```swift
/// enum Counter: SceneDefinition {
///     enum Action: Sendable { case plusTapped }
///     enum Mutation: Sendable { case added(Int) }
///     struct State: SceneState { var total = 0 }
/// }
/// ```
///
/// Omit the types that a scene does not need: use cases, outputs, a worker or a domain state.
///
/// The protocol is `Sendable`, so that the nested types are not isolated in a module that is isolated to the main actor
/// by default.
public protocol SceneDefinition: SceneStateDefinition where State: SceneState {
    /// What a user, a timer or another scene can send to this scene. Handled by the ``Controller``.
    associatedtype Action: Sendable
    /// The business operations of the scene, each with its request. Performed by the ``Interactor``. `Never` for a
    /// scene without business rules.
    associatedtype UseCase: Sendable = Never
    /// The changes that can be made to the state, each with its values. Applied by the ``Store``.
    associatedtype Mutation: Sendable
    /// What the scene sends to its parent. `Never` for a scene without outputs.
    associatedtype Output: Sendable = Never
    /// The worker that its interactor and its store hold: `typealias Worker = any CounterWorker`. `Void` for a scene
    /// without a worker. Used by ``SceneInteractor`` and ``SceneStore``.
    associatedtype Worker = Void
}

/// The part of ``SceneDefinition`` that names the state.
///
/// It is a protocol of its own, so that the compiler says of a state that it is no ``SceneState``, and not of each
/// mention of the state that it is ambiguous.
public protocol SceneStateDefinition: Sendable {
    /// Everything that the scene shows or bases decisions on: a ``SceneState``.
    associatedtype State: Sendable
}
