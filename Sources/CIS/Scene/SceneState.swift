/// The value that a scene publishes. It contains the fields of the view, and the domain state that business rules read.
///
/// Front ends read all of it; an ``Interactor`` sees only ``domainState``. A scene without business rules omits the
/// domain state.
public protocol SceneState: Sendable {
    /// The type of the part that business rules may read. `Void` for a scene without business rules.
    associatedtype DomainState: Sendable = Void
    /// The part that business rules may read.
    var domainState: DomainState { get }
}

extension SceneState where DomainState == Void {
    /// Empty, because the scene has no business rules.
    public var domainState: Void { () }
}
