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
public protocol SceneDefinition: _StateConformsToSceneState {
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
/// It is a protocol of its own, so that a state that is not a ``SceneState`` leads to one error that says so, and not to
/// an error wherever the state is used.
public protocol SceneStateDefinition: Sendable {
    /// Everything that the scene shows or bases decisions on: a ``SceneState``.
    associatedtype State: Sendable
}

/// The part of ``SceneDefinition`` that requires that the state is a ``SceneState``. If it is not, the compiler's error
/// contains this name.
public protocol _StateConformsToSceneState: SceneStateDefinition where State: SceneState {}

/// The value that a scene publishes. It contains the fields of the view, and the domain state that business rules read.
///
/// Front ends read all of it; an ``Interactor`` sees only ``domainState``. A scene without business rules omits the
/// domain state.
public protocol SceneState: Sendable {
    /// The type of the part that business rules may read. ``NoDomainState`` for a scene without business rules.
    associatedtype DomainState: Sendable = NoDomainState
    /// The part that business rules may read.
    var domainState: DomainState { get }
}

extension SceneState where DomainState == NoDomainState {
    /// Empty, because the scene has no business rules.
    public var domainState: NoDomainState { NoDomainState() }
}

/// The domain state of a scene without business rules: nothing.
///
/// Reading any field of it is an error that says how to declare a domain state.
@dynamicMemberLookup
public struct NoDomainState: Sendable, Equatable {
    /// Creates the only value.
    public init() {}

    /// Matches a field of a domain state that is not declared.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    public subscript(dynamicMember name: String) -> _UndeclaredValue {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a field of a domain state that is not declared, of the type that the caller expects.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    public subscript<Value>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches an optional field of a domain state that is not declared.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    @_disfavoredOverload
    public subscript(dynamicMember name: String) -> _UndeclaredValue? { preconditionFailure("unavailable") }

    /// Matches a list in a domain state that is not declared.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    @_disfavoredOverload
    public subscript(dynamicMember name: String) -> [_UndeclaredValue] { preconditionFailure("unavailable") }
}

/// Stands for a worker or a domain state that a scene uses, but does not declare.
///
/// Its members can be used like those of any type, so that the first error is the one that says what to declare. Behind a
/// closure that changes its argument, as in `update(id) { $0.title = title }`, the first error may be about that. No program
/// that compiles has such a value.
@dynamicMemberLookup
@dynamicCallable
public struct _UndeclaredValue: Sendable {
    /// Matches a property.
    public subscript(dynamicMember name: String) -> _UndeclaredValue {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a property of the type that the caller expects.
    public subscript<Value>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches an optional property.
    @_disfavoredOverload
    public subscript(dynamicMember name: String) -> _UndeclaredValue? { preconditionFailure("unavailable") }

    /// Matches an element.
    public subscript(key: Any) -> _UndeclaredValue {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches an element of the type that the caller expects.
    public subscript<Value>(key: Any) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a call.
    @discardableResult
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> _UndeclaredValue {
        preconditionFailure("unavailable")
    }

    /// Matches a call that returns the type that the caller expects.
    @discardableResult
    public func dynamicallyCall<Value>(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> Value {
        preconditionFailure("unavailable")
    }

    /// Matches a call that returns an optional.
    @_disfavoredOverload
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> _UndeclaredValue? {
        preconditionFailure("unavailable")
    }

    /// Matches a call that returns a list.
    @_disfavoredOverload
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> [_UndeclaredValue] {
        preconditionFailure("unavailable")
    }
}
