extension ChildReconciler {
    /// Removes the children of removed elements, youngest first, then creates children for the new elements, then
    /// updates the children whose items may have changed, both in the order of the list. O(number of steps since the
    /// last time), or O(*n*) if the list has not kept these steps.
    @usableFromInline
    func follow(
        _ list: UntypedSceneListStorage, updatesRows: Bool, id: (_ cell: Int) -> any Sendable,
        make: (_ cell: Int, FollowingChild) -> any SceneNode,
        update: (_ cell: Int, FollowingChild, any SceneNode) -> Void
    ) {
        reportRefusal(by: list)
        let known = version
        version = list.version
        let (gone, new) = differences(from: known, to: list)
        stop(gone)
        for cell in new {
            guard add(at: cell, list.origins[cell], id(cell), make: { make(cell, $0) }) else { return }
        }
        guard updatesRows else { return }
        for cell in replaced(since: known, in: list) {
            guard !parent.isStopped else { return }
            if isMade(at: cell, of: list.origins[cell]), let child = children[cell],
                let scene = parent.scene(of: child)
            {
                update(cell, child, scene)
            }
        }
    }

    /// The cells whose items may have been replaced, in the order of the list.
    private func replaced(since known: UInt64, in list: UntypedSceneListStorage) -> [Int] {
        guard let start = list.log.index(after: known) else { return list.order.cells.map(Int.init) }
        let cells = Set(
            list.log.changes[start...].lazy.filter { $0.kind == .replaced && list.origins[Int($0.cell)] == $0.origin }
                .map { Int($0.cell) })
        return cells.sorted { list.order.offset(of: $0) < list.order.offset(of: $1) }
    }

    /// The cells whose children must be stopped, and the cells that need a child, in the order of the list.
    private func differences(from known: UInt64, to list: UntypedSceneListStorage) -> (gone: [Int], new: [Int]) {
        guard let start = list.log.index(after: known) else { return allDifferences(to: list) }
        var gone: [Int] = []
        var new: [Int] = []
        for change in list.log.changes[start...] {
            let cell = Int(change.cell)
            switch change.kind {
            case .removed where isMade(at: cell, of: change.origin): gone.append(cell)
            // A child is needed only if the element is still in its cell.
            case .inserted where list.origins[cell] == change.origin: new.append(cell)
            default: break
            }
        }
        new.removeAll { isMade(at: $0, of: list.origins[$0]) }
        if new.count > 1 { new.sort { list.order.offset(of: $0) < list.order.offset(of: $1) } }
        return (gone, new)
    }

    /// The same, found by comparing all cells.
    private func allDifferences(to list: UntypedSceneListStorage) -> (gone: [Int], new: [Int]) {
        let gone = children.indices.filter { cell in
            children[cell].map { cell >= list.origins.count || list.origins[cell] != $0.origin } ?? false
        }
        let new = list.order.cells.map(Int.init).filter { !isMade(at: $0, of: list.origins[$0]) }
        return (gone, new)
    }

    /// Reports that a list has refused an item since the last call. Later refusals have greater numbers, so that an earlier
    /// list that comes back with an undo or a redo is not reported again.
    private func reportRefusal(by list: UntypedSceneListStorage) {
        guard list.refusal > reportedRefusal, let id = list.refusedID else { return }
        reportedRefusal = list.refusal
        let name = ScenePlace(field: field.path, id: nil).fieldName
        parent.report(
            .other("The list \(name) has an item with the id \(id) already. Another item with that id was refused."))
    }

    /// Tells a row of its item, unless the item has the value that the row knows.
    @usableFromInline
    func tell<Item>(
        _ row: any SceneNode, _ child: FollowingChild, of item: Item, _ onChange: (any SceneNode, Item) -> Void
    ) {
        guard let known = child.item as? Box<Item>, !hasSameValue(known.value, item), !row.isKnownToBeStopped else {
            return
        }
        let released = known.value
        known.value = item
        onChange(row, item)
        // Released last, because objects in it may call back.
        withExtendedLifetime(released) {}
    }
}
