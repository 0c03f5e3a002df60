/// What is noted of a child that follows its parent's state. The publisher of the child holds it, and so do the list of
/// the parent's children and the reconciler of the declaration: one object instead of an entry in three tables.
@MainActor
final class ChildEntry {
    private let field: AnyKeyPath
    /// The id of the element; for a presented scene, the number of the presentation.
    let id: any Sendable
    /// The ``Origin`` of the element.
    let origin: UInt64
    /// Whether the field presents one scene, which needs no id to be found.
    private let isOnly: Bool
    /// The child's index in the list of its parent; -1 while it is not there.
    var index = -1

    init(field: AnyKeyPath, id: any Sendable, origin: UInt64, isOnly: Bool) {
        self.field = field
        self.id = id
        self.origin = origin
        self.isOnly = isOnly
    }

    /// Where the child is in its parent.
    var place: ScenePlace { ScenePlace(field: field, id: isOnly ? nil : id) }
}

/// A child that follows its parent's state.
struct FollowingChild {
    let scene: any SceneNode
    let entry: ChildEntry
}

/// A scene of any definition that holds what its parent has noted of it.
@MainActor
protocol PlacedScene: SceneNode {
    var entry: ChildEntry? { get }
    func take(_ entry: ChildEntry)
}
