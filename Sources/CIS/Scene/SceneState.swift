/// The immutable value that a scene publishes: view fields, and nested in them the part that business rules read.
///
/// Front ends read all of it; an ``Interactor`` sees only ``domainState``.
public protocol SceneState: Sendable {
    /// The type of the part that business rules may read.
    associatedtype DomainState: Sendable
    /// The part that business rules may read.
    var domainState: DomainState { get }
}
