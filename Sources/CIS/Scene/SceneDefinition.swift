/// The vocabulary of one scene, in one place: what can happen, what it does, how state changes, what it is.
///
/// It is `Sendable` so that in a module isolated to the main actor by default the nested types are not.
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
/// Leave out what the scene does not have: use cases, outputs, a worker, a domain state.
public protocol SceneDefinition: Sendable {
    /// What the user, a timer, or another scene can tell this scene. Handled by the ``Controller``.
    associatedtype Action: Sendable
    /// The business operations of the scene, each with its request. Performed by the ``Interactor``. `Never` for a scene
    /// without business rules.
    associatedtype UseCase: Sendable = Never
    /// The ways state can change, each with its response. Applied by the ``Store``.
    associatedtype Mutation: Sendable
    /// Everything the scene shows and decides upon.
    associatedtype State: SceneState
    /// What the scene tells its parent. `Never` for a scene that has nothing to tell.
    associatedtype Output: Sendable = Never
    /// What the scene needs from outside, as its interactor and its store hold it: `typealias Worker = any CounterWorker`.
    /// `Void` for a scene that needs nothing. Used by ``SceneInteractor`` and ``SceneStore``.
    associatedtype Worker = Void
}
