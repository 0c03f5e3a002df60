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
    @inlinable public var domainState: NoDomainState { NoDomainState() }
}
