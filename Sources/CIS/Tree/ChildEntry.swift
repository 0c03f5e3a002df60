/// A parent's entry for a child that follows its state. The core of the child, the list of the parent's children
/// and the reconciler of the declaration share this object, so that none of them needs a hash table.
@MainActor
@usableFromInline
final class ChildEntry {
    private let field: AnyKeyPath
    /// The id of the element; for a presented scene, the number of the presentation.
    let id: any Sendable
    /// The ``Origin`` of the element.
    let origin: UInt64
    /// Whether the field presents one scene, so that its place needs no id.
    private let isOnly: Bool
    /// Whether the child holds the entry. Only a ``PlacedScene`` can, and only as the child of one element.
    var isHeld = false
    /// Whether the child may be unfit to be a child, or has outputs that its parent must still receive. A new scene, as
    /// most are, is known to need no such check when it takes the entry, where its type is known. Later its type would
    /// have to be looked up.
    var needsCheck = true
    /// For a row whose declaration has `onChange`: the item that the row was given last.
    var item: AnyObject?
    /// The index of the child in the list of the parent's children, or -1.
    var index = -1

    init(field: AnyKeyPath, id: any Sendable, origin: UInt64, isOnly: Bool) {
        self.field = field
        self.id = id
        self.origin = origin
        self.isOnly = isOnly
    }

    /// Stores the entry in a scene of any definition.
    @usableFromInline
    func give(to child: any SceneNode) {
        (child as? any PlacedScene)?.take(self)
    }

    /// The place of the child in its parent.
    var place: ScenePlace { ScenePlace(field: field, id: isOnly ? nil : id) }
}

/// A child that follows its parent's state.
@usableFromInline
struct FollowingChild {
    let scene: any SceneNode
    let entry: ChildEntry
    /// The origin in the entry. It is stored here, too, so that comparing it accesses no other object.
    let origin: UInt64

    @MainActor
    init(scene: any SceneNode, entry: ChildEntry) {
        self.scene = scene
        self.entry = entry
        origin = entry.origin
    }
}

/// A scene of any definition that holds its entry.
@MainActor
protocol PlacedScene: SceneNode {
    var entry: ChildEntry? { get }
    func take(_ entry: ChildEntry)
}

/// A scene with children that follow its state. The protocol hides the type of the scene.
@MainActor
@usableFromInline
protocol ParentScene: AnyObject {
    var isStopped: Bool { get }
    /// Adds the child of an element.
    ///
    /// - Parameter site: The declaration.
    /// - Returns: `false` if the scene cannot be a child of this one.
    func adopt(_ child: any SceneNode, as entry: ChildEntry, at site: CallSite) -> Bool
    /// Stops the child of an element and releases it.
    func remove(_ child: FollowingChild)
    /// Returns the given scenes that are children, the youngest first.
    func youngestFirst(_ children: [FollowingChild]) -> [FollowingChild]
    func report(_ diagnostic: SceneDiagnostic)
}
