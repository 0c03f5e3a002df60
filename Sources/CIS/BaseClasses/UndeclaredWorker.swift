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
