/// The children of one scene, oldest first. Removing any of them is O(1).
struct ChildList {
    /// Ordered by age, with gaps where children were removed.
    private var places: ContiguousArray<(any SceneNode)?> = []
    private var indices: [ObjectIdentifier: Int] = [:]
    /// Counts the additions and removals of children.
    private(set) var version = 0

    var isEmpty: Bool { indices.isEmpty }

    /// The children, oldest first.
    var all: [any SceneNode] { places.compactMap { $0 } }

    /// Adds a child, unless it is in the list.
    mutating func add(_ child: any SceneNode) {
        let known = indices.updateValue(places.count, forKey: ObjectIdentifier(child))
        if let known {
            indices[ObjectIdentifier(child)] = known
        } else {
            places.append(child)
            version += 1
        }
    }

    /// Removes a child.
    ///
    /// - Returns: Whether it was in the list.
    /// - Complexity: O(1) on average.
    mutating func remove(_ child: any SceneNode) -> Bool {
        guard let index = indices.removeValue(forKey: ObjectIdentifier(child)) else { return false }
        places[index] = nil
        version += 1
        while let last = places.last, last == nil { places.removeLast() }
        if places.count > 2 * indices.count + Self.tolerableGaps { closeGaps() }
        return true
    }

    /// Sorts children of this scene, the youngest first.
    func youngestFirst(_ children: [any SceneNode]) -> [any SceneNode] {
        guard children.count > 1 else { return children }
        return children.map { (age: indices[ObjectIdentifier($0)] ?? 0, child: $0) }.sorted { $0.age > $1.age }
            .map(\.child)
    }

    private mutating func closeGaps() {
        places.removeAll { $0 == nil }
        for (index, child) in places.enumerated() {
            if let child { indices[ObjectIdentifier(child)] = index }
        }
    }

    private static var tolerableGaps: Int { 16 }
}
