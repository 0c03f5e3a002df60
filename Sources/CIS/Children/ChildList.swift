/// The children of one scene, oldest first. Adding one and removing any is O(1).
@MainActor
struct ChildList {
    private struct Member {
        let scene: any SceneNode
        /// `nil` if the scene was added by hand.
        let child: FollowingChild?
    }

    /// The children, ordered by age, with gaps where children were removed.
    private var members: ContiguousArray<Member?> = []
    /// The indices in `members` of the scenes whose core holds no `FollowingChild`: those that were added by hand, and
    /// nodes of other types.
    private var indices: [ObjectIdentifier: Int] = [:]
    private var count = 0
    /// Counts the additions and removals of children.
    private(set) var version = 0

    var isEmpty: Bool { count == 0 }

    var all: [any SceneNode] { members.compactMap { $0?.scene } }

    func scene(of child: FollowingChild) -> (any SceneNode)? {
        let child = child.shared ?? child
        return holds(child) ? members[child.index]?.scene : nil
    }

    /// Whether a scene was added by hand, and no element has it.
    func wasAddedByHand(_ scene: any SceneNode) -> Bool { indices[ObjectIdentifier(scene)] != nil }

    func contains(_ scene: any SceneNode, as child: FollowingChild?) -> Bool { index(of: scene, as: child) != nil }

    // MARK: Changing

    /// Adds a scene by hand. It must not be in the list.
    mutating func add(_ scene: any SceneNode) {
        indices[ObjectIdentifier(scene)] = members.count
        append(Member(scene: scene, child: nil))
    }

    /// Adds a child that follows the state. If the scene was added by hand before, it keeps its position. A scene that
    /// is made for two elements is one child. `known` is what the core of the scene holds.
    mutating func add(_ scene: any SceneNode, as child: FollowingChild, known: FollowingChild?) {
        if let known, known !== child, holds(known) { return child.shared = known }
        let member = Member(scene: scene, child: child)
        if !indices.isEmpty, let index = indices.removeValue(forKey: ObjectIdentifier(scene)) {
            members[index] = member
            child.index = index
        } else {
            child.index = members.count
            append(member)
        }
        if !child.isKnownToCore { indices[ObjectIdentifier(scene)] = child.index }
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        count += 1
        version += 1
    }

    /// Removes a scene by hand, which the caller stops then. One that follows the state keeps its place until its element
    /// goes: its last state belongs to a snapshot. Returns whether the scene was in the list. O(1) on average.
    mutating func remove(_ scene: any SceneNode, as child: FollowingChild?) -> Bool {
        guard let index = index(of: scene, as: child) else { return false }
        // The caller holds the scene, so it is not released here.
        if members[index]?.child?.isKnownToCore != true { _ = remove(at: index) }
        return true
    }

    /// Returns the scene of the child, if it was in the list. O(1), without hashing.
    mutating func remove(_ child: FollowingChild) -> (any SceneNode)? {
        let child = child.shared ?? child
        return holds(child) ? remove(at: child.index) : nil
    }

    private mutating func remove(at index: Int) -> (any SceneNode)? {
        guard let member = members[index].take() else { return nil }
        if member.child?.isKnownToCore != true { indices[ObjectIdentifier(member.scene)] = nil }
        member.child?.index = -1
        count -= 1
        version += 1
        while let last = members.indices.last, members[last] == nil { members.removeLast() }
        if members.count > 2 * count + Self.tolerableGaps { closeGaps() }
        return member.scene
    }

    /// Whether the index of a child is valid for this list. It may be that of a former list, which was emptied when the
    /// scene ended.
    private func holds(_ child: FollowingChild) -> Bool {
        members.indices.contains(child.index) && members[child.index]?.child === child
    }

    private func index(of scene: any SceneNode, as child: FollowingChild?) -> Int? {
        if let child, holds(child) { return child.index }
        return indices[ObjectIdentifier(scene)]
    }

    private mutating func closeGaps() {
        var next = 0
        for index in members.indices {
            // Each member is moved. A copy would retain the scene, which may not be in the processor's caches.
            guard let member = members[index].take() else { continue }
            member.child?.index = next
            if member.child?.isKnownToCore != true { indices[ObjectIdentifier(member.scene)] = next }
            members[next] = member
            next += 1
        }
        members.removeLast(members.count - next)
    }

    private static var tolerableGaps: Int { 16 }
}
