/// A child that follows its parent's state, as the parent knows it. It does not hold the scene: the ``ChildList`` of the
/// parent owns that.
///
/// The list, the reconciler of the declaration and the core of the child share this object, so that none of them needs a
/// hash table.
@MainActor
@usableFromInline
final class Child {
    private let field: AnyKeyPath
    /// The id of the element; for a presented scene, the number of the presentation.
    let id: any Sendable
    /// The ``Origin`` of the element.
    let origin: UInt64
    /// Whether the field presents one scene, so that its place needs no id.
    private let isOnly: Bool
    /// Whether the core of the scene holds this object. Only a ``SceneRuntime`` has a core, which holds one.
    var isHeld = false
    /// For a row whose declaration has `onChange`: the item that the row was given last.
    var item: AnyObject?
    /// The index of the child in the list of the parent's children, or -1.
    var index = -1
    /// The child of another element that has the same scene already. Then this one is not in the list.
    fileprivate var shared: Child?

    init(field: AnyKeyPath, id: any Sendable, origin: UInt64, isOnly: Bool) {
        self.field = field
        self.id = id
        self.origin = origin
        self.isOnly = isOnly
    }

    /// Where the scene is in its parent.
    var place: ScenePlace { ScenePlace(field: field, id: isOnly ? nil : id) }
}

/// A scene with children that follow its state, as its reconcilers use it. The protocol hides the core of the scene, which
/// holds the reconcilers.
@MainActor
protocol ParentScene: AnyObject {
    var isStopped: Bool { get }
    /// Takes a scene as the child of an element.
    ///
    /// - Parameter site: The declaration.
    /// - Returns: `false` if the scene cannot be a child of this one.
    func adopt(_ scene: any SceneNode, as child: Child, at site: CallSite) -> Bool
    /// The scene of a child, unless the child has left.
    func scene(of child: Child) -> (any SceneNode)?
    /// Stops a child and releases it.
    func remove(_ child: Child)
    func report(_ diagnostic: SceneDiagnostic)
}

/// The children of one scene, oldest first. Adding one and removing any is O(1).
@MainActor
struct ChildList {
    private struct Member {
        let scene: any SceneNode
        /// `nil` if the scene was added by hand.
        let child: Child?
    }

    /// The children, ordered by age, with gaps where children were removed.
    private var members: ContiguousArray<Member?> = []
    /// The indices in `members` of the scenes whose core does not hold the `Child`: those that were added by hand, and
    /// nodes of other types.
    private var indices: [ObjectIdentifier: Int] = [:]
    /// The number of children.
    private var count = 0
    /// Counts the additions and removals of children.
    private(set) var version = 0

    var isEmpty: Bool { count == 0 }

    /// The children, oldest first.
    var all: [any SceneNode] { members.compactMap { $0?.scene } }

    /// The scene of a child, unless it has left the list.
    func scene(of child: Child) -> (any SceneNode)? {
        let child = child.shared ?? child
        return holds(child) ? members[child.index]?.scene : nil
    }

    /// Whether a scene was added by hand, and no element has it.
    func wasAddedByHand(_ scene: any SceneNode) -> Bool { indices[ObjectIdentifier(scene)] != nil }

    /// - Parameter child: What the core of the scene holds.
    func contains(_ scene: any SceneNode, as child: Child?) -> Bool { index(of: scene, as: child) != nil }

    // MARK: Changing

    /// Adds a scene by hand. It must not be in the list.
    mutating func add(_ scene: any SceneNode) {
        indices[ObjectIdentifier(scene)] = members.count
        append(Member(scene: scene, child: nil))
    }

    /// Adds a child that follows the state. If the scene was added by hand before, it keeps its position. A scene that is
    /// made for two elements is one child.
    ///
    /// - Parameter known: What the core of the scene holds.
    mutating func add(_ scene: any SceneNode, as child: Child, known: Child?) {
        if let known, known !== child, holds(known) { return child.shared = known }
        let member = Member(scene: scene, child: child)
        if !indices.isEmpty, let index = indices.removeValue(forKey: ObjectIdentifier(scene)) {
            members[index] = member
            child.index = index
        } else {
            child.index = members.count
            append(member)
        }
        if !child.isHeld { indices[ObjectIdentifier(scene)] = child.index }
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        count += 1
        version += 1
    }

    /// Removes a scene.
    ///
    /// - Parameter child: What the core of the scene holds.
    /// - Returns: Whether it was in the list.
    /// - Complexity: O(1) on average.
    mutating func remove(_ scene: any SceneNode, as child: Child?) -> Bool {
        guard let index = index(of: scene, as: child) else { return false }
        // The caller holds the scene, so it is not released here.
        _ = remove(at: index)
        return true
    }

    /// Removes a child that follows the state.
    ///
    /// - Returns: Its scene, if it was in the list.
    /// - Complexity: O(1), without hashing.
    mutating func remove(_ child: Child) -> (any SceneNode)? {
        let child = child.shared ?? child
        return holds(child) ? remove(at: child.index) : nil
    }

    private mutating func remove(at index: Int) -> (any SceneNode)? {
        guard let member = members[index].take() else { return nil }
        if member.child?.isHeld != true { indices[ObjectIdentifier(member.scene)] = nil }
        member.child?.index = -1
        count -= 1
        version += 1
        while let last = members.indices.last, members[last] == nil { members.removeLast() }
        if members.count > 2 * count + Self.tolerableGaps { closeGaps() }
        return member.scene
    }

    /// Whether the index of a child is valid for this list. It may be that of a former list, which was emptied when the
    /// scene ended.
    private func holds(_ child: Child) -> Bool {
        members.indices.contains(child.index) && members[child.index]?.child === child
    }

    private func index(of scene: any SceneNode, as child: Child?) -> Int? {
        if let child, holds(child) { return child.index }
        return indices[ObjectIdentifier(scene)]
    }

    private mutating func closeGaps() {
        var next = 0
        for index in members.indices {
            // Each member is moved. A copy would retain the scene, which may not be in the processor's caches.
            guard let member = members[index].take() else { continue }
            member.child?.index = next
            if member.child?.isHeld != true { indices[ObjectIdentifier(member.scene)] = next }
            members[next] = member
            next += 1
        }
        members.removeLast(members.count - next)
    }

    private static var tolerableGaps: Int { 16 }
}
