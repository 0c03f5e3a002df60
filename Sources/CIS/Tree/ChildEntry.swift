/// What is noted of a child that follows its parent's state. The publisher of the child holds it, and so do the list of
/// the parent's children and the reconciler of the declaration: one object instead of an entry in three tables.
@MainActor
@usableFromInline
final class ChildEntry {
    private let field: AnyKeyPath
    /// The id of the element; for a presented scene, the number of the presentation.
    let id: any Sendable
    /// The ``Origin`` of the element.
    let origin: UInt64
    /// Whether the field presents one scene, which needs no id to be found.
    private let isOnly: Bool
    /// Whether the child holds the entry. A node that is no ``PlacedScene`` does not.
    var isHeld = false
    /// The child's index in the list of its parent; -1 while it is not there.
    // Unchecked: only the list of the parent accesses it, on the main actor.
    @exclusivity(unchecked) var index = -1

    init(field: AnyKeyPath, id: any Sendable, origin: UInt64, isOnly: Bool) {
        self.field = field
        self.id = id
        self.origin = origin
        self.isOnly = isOnly
    }

    /// Lets a scene of any definition hold the entry.
    @usableFromInline
    func give(to child: any SceneNode) {
        (child as? any PlacedScene)?.take(self)
    }

    /// Where the child is in its parent.
    var place: ScenePlace { ScenePlace(field: field, id: isOnly ? nil : id) }
}

/// A child that follows its parent's state.
@usableFromInline
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

/// The parent of children that follow its state, without its type.
@MainActor
@usableFromInline
protocol ParentScene: AnyObject {
    var isStopped: Bool { get }
    /// Adds the child of an element.
    func adopt(_ child: any SceneNode, as entry: ChildEntry)
    /// Stops the child of an element and releases it.
    func remove(_ child: FollowingChild)
    /// Those of the given scenes that are children, the youngest first.
    func youngestFirst(_ children: [FollowingChild]) -> [FollowingChild]
    func report(_ diagnostic: SceneDiagnostic)
}
