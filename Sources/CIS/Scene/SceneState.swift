/// The immutable value that a scene publishes: view fields, and nested in them the part that business rules read.
///
/// Front ends read all of it; an ``Interactor`` sees only ``domainState``. A scene without business rules needs no
/// domain state, and leaves it out.
public protocol SceneState: Sendable {
    /// The type of the part that business rules may read. `Void` for a scene without business rules.
    associatedtype DomainState: Sendable = Void
    /// The part that business rules may read.
    var domainState: DomainState { get }
}

extension SceneState where DomainState == Void {
    /// Nothing: the scene has no business rules.
    public var domainState: Void { () }
}
