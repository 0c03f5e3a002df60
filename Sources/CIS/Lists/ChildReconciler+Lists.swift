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
    @usableFromInline
    func follow(
        _ list: UntypedSceneListStorage, in scene: any ParentScene, id: (_ cell: Int) -> any Sendable,
        make: (_ cell: Int, ChildEntry) -> any SceneNode
    ) {
        let known = version
        version = list.version
        if let cell = list.log.onlyRemoval(after: known) {
            // The usual case. It needs no arrays.
            return stop(cell.index, of: cell.origin, in: scene)
        }
        let (gone, new) = differences(from: known, to: list)
        stop(gone, in: scene)
        for cell in new {
            guard add(at: cell, list.origins[cell], id(cell), in: scene, make: { make(cell, $0) }) else { return }
        }
    }

    /// The cells whose children must be stopped, and the cells that need a child, in the order of the list.
    private func differences(from known: UInt64, to list: UntypedSceneListStorage) -> (gone: [Int], new: [Int]) {
        guard let start = list.log.index(after: known) else { return allDifferences(to: list) }
        var gone: [Int] = []
        var new: [Int] = []
        for entry in list.log.entries[start...] {
            let cell = Int(entry.cell)
            switch entry.kind {
            case .removed where isMade(at: cell, of: entry.origin): gone.append(cell)
            // A child is needed only if the element is still in its cell.
            case .inserted where list.origins[cell] == entry.origin: new.append(cell)
            default: break
            }
        }
        new.removeAll { isMade(at: $0, of: list.origins[$0]) }
        if new.count > 1 { new.sort { list.order.offset(of: $0) < list.order.offset(of: $1) } }
        return (gone, new)
    }

    /// The same, found by comparing all cells.
    private func allDifferences(to list: UntypedSceneListStorage) -> (gone: [Int], new: [Int]) {
        let gone = made.indices.filter { cell in
            made[cell].map { cell >= list.origins.count || list.origins[cell] != $0.origin } ?? false
        }
        let new = list.order.cells.map(Int.init).filter { !isMade(at: $0, of: list.origins[$0]) }
        return (gone, new)
    }

    /// Whether a list has refused an item since the last call.
    @usableFromInline
    func hasNewRefusal(_ list: UntypedSceneListStorage) -> Bool {
        defer { reportedRefusal = list.refusal }
        return list.refusal != 0 && list.refusal != reportedRefusal
    }
}
