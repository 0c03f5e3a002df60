/// The children of one scene, oldest first. Adding one and removing any is O(1).
struct ChildList {
    private struct Place {
        let child: any SceneNode
        /// The entry, with the index, of a child that follows the state. For other children, `indices` has the index.
        let entry: ChildEntry?
    }

    /// The children, ordered by age, with gaps where children were removed.
    private var places: ContiguousArray<Place?> = []
    /// The indices in `places` of the children without a `ChildEntry`: those that were added by hand, and those that
    /// follow the state but are not a ``PlacedScene``.
    private var indices: [ObjectIdentifier: Int] = [:]
    /// The number of children.
    private var count = 0
    /// Counts the additions and removals of children.
    private(set) var version = 0

    var isEmpty: Bool { count == 0 }

    /// The children, oldest first.
    var all: [any SceneNode] { places.compactMap { $0?.child } }

    // MARK: Adding

    /// Adds a child by hand, unless it is in the list.
    @MainActor
    mutating func add(_ child: any SceneNode) {
        guard index(of: child) == nil else { return }
        indices[ObjectIdentifier(child)] = places.count
        append(Place(child: child, entry: nil))
    }

    /// Adds a child that follows the state. If it was added by hand before, it keeps its position.
    @MainActor
    mutating func add(_ child: any SceneNode, as entry: ChildEntry) {
        guard entry.isHeld else { return add(child) }
        if !indices.isEmpty, let index = indices.removeValue(forKey: ObjectIdentifier(child)) {
            places[index] = Place(child: child, entry: entry)
            entry.index = index
        } else {
            entry.index = places.count
            append(Place(child: child, entry: entry))
        }
    }

    private mutating func append(_ place: Place) {
        places.append(place)
        count += 1
        version += 1
    }

    // MARK: Removing

    /// Removes a child.
    ///
    /// - Returns: Whether it was in the list.
    /// - Complexity: O(1) on average.
    @MainActor
    mutating func remove(_ child: any SceneNode) -> Bool {
        guard let index = index(of: child) else { return false }
        remove(at: index)
        return true
    }

    /// Removes a child that follows the state.
    ///
    /// - Returns: Whether it was in the list.
    /// - Complexity: O(1), without hashing.
    @MainActor
    mutating func remove(_ child: FollowingChild) -> Bool {
        guard let index = index(of: child) else { return false }
        remove(at: index)
        return true
    }

    /// Returns the given children that are in the list, the youngest first.
    @MainActor
    func youngestFirst(_ children: [FollowingChild]) -> [FollowingChild] {
        children.compactMap { child in index(of: child).map { (age: $0, child: child) } }
            .sorted { $0.age > $1.age }.map(\.child)
    }

    @MainActor
    private mutating func remove(at index: Int) {
        // The callers hold the child, so it is not released here.
        guard let place = places[index].take() else { return }
        if let entry = place.entry { entry.index = -1 } else { indices[ObjectIdentifier(place.child)] = nil }
        count -= 1
        version += 1
        while let last = places.indices.last, places[last] == nil { places.removeLast() }
        if places.count > 2 * count + Self.tolerableGaps { closeGaps() }
    }

    @MainActor
    private func index(of child: FollowingChild) -> Int? {
        holds(child.entry) ? child.entry.index : index(of: child.scene)
    }

    /// Whether the index of an entry is valid for this list. The entry may have the index of a former list, which was
    /// emptied when the scene ended.
    @MainActor
    private func holds(_ entry: ChildEntry) -> Bool {
        places.indices.contains(entry.index) && places[entry.index]?.entry === entry
    }

    /// Whether a child was added by hand, and no element has it.
    func wasAddedByHand(_ child: any SceneNode) -> Bool { indices[ObjectIdentifier(child)] != nil }

    @MainActor
    func contains(_ child: any SceneNode) -> Bool { index(of: child) != nil }

    /// The index of a child that was added by hand, or that follows the state.
    @MainActor
    private func index(of child: any SceneNode) -> Int? {
        if let index = indices[ObjectIdentifier(child)] { return index }
        // The cast takes longer than the rest, and is not needed if all were added by hand.
        guard count > indices.count, let entry = (child as? any PlacedScene)?.entry, holds(entry) else { return nil }
        return entry.index
    }

    @MainActor
    private mutating func closeGaps() {
        var next = 0
        for index in places.indices {
            // Each place is moved. A copy would retain the child, which may not be in the processor's caches.
            guard let place = places[index].take() else { continue }
            if let entry = place.entry { entry.index = next } else { indices[ObjectIdentifier(place.child)] = next }
            places[next] = place
            next += 1
        }
        places.removeLast(places.count - next)
    }

    private static var tolerableGaps: Int { 16 }
}
