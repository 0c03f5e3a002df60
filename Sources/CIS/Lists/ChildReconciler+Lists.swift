/// Keeping children in step with a list.
extension ChildReconciler {
    /// Removes the children of removed elements, youngest first, then creates children for the new elements, in the
    /// order of the list.
    ///
    /// - Parameters:
    ///   - list: The part of the list that does not depend on the type of its items.
    ///   - id: Returns the id of the item in a cell.
    ///   - make: Creates the child of the item in a cell.
    /// - Complexity: O(number of steps since the last time), or O(*n*) if the list has not kept these steps.
    func follow<Owner>(
        _ list: UntypedSceneListStorage, in scene: SceneRuntime<Owner>, id: (_ cell: Int) -> any Sendable,
        make: (_ cell: Int) -> any SceneNode
    ) {
        var gone: [UInt64] = []
        var new: [Int] = []
        if let start = list.log.index(after: version) {
            for entry in list.log.entries[start...] {
                switch entry.kind {
                case .removed: gone.append(entry.origin)
                // Skips the element if it is no longer in its cell.
                case .inserted where list.origins[Int(entry.cell)] == entry.origin: new.append(Int(entry.cell))
                default: break
                }
            }
            new.removeAll { made[list.origins[$0]] != nil }
            if new.count > 1 { new.sort { list.order.offset(of: $0) < list.order.offset(of: $1) } }
        } else {
            let cells = list.order.cells.map(Int.init)
            let origins = Set(cells.map { list.origins[$0] })
            gone = made.keys.filter { !origins.contains($0) }
            new = cells.filter { made[list.origins[$0]] == nil }
        }
        version = list.version
        stop(gone, in: scene)
        for cell in new {
            guard add(list.origins[cell], id(cell), in: scene, make: { make(cell) }) else { return }
        }
    }

    /// Whether a list has refused an item since the last call.
    func hasNewRefusal(_ list: UntypedSceneListStorage) -> Bool {
        defer { reportedRefusal = list.refusal }
        return list.refusal != 0 && list.refusal != reportedRefusal
    }
}
