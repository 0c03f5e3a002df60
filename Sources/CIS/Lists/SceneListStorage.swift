/// The items of a list by cell, and the cell of each id. What changes one item is inlinable, so that clients get code
/// that is specialized for their types.
// Unchecked for the same reason as its superclass.
@usableFromInline
final class SceneListStorage<Item: Identifiable>: UntypedSceneListStorage, @unchecked Sendable {
    @usableFromInline var cells: [Item.ID: Int32]
    @usableFromInline var items: ContiguousArray<Item?>

    @usableFromInline
    override init(version: UInt64) {
        (cells, items) = ([:], [])
        super.init(version: version)
    }

    @usableFromInline
    init(copying other: SceneListStorage) {
        (cells, items) = (other.cells, other.items)
        super.init(copying: other)
    }

    @inlinable
    func cell(of id: Item.ID) -> Int? { cells[id].map(Int.init) }

    /// The item in a cell, which must not be empty.
    @inlinable
    func item(_ cell: Int) -> Item {
        guard let item = items[cell] else { preconditionFailure("A cell of a list is unexpectedly empty.") }
        return item
    }

    // MARK: Changing one

    /// The offset is clamped to the list. Returns `false` if the id is in the list: the item is refused.
    @inlinable
    func insert(_ item: Item, at offset: Int) -> Bool {
        let id = item.id
        guard fillNextCell(with: item, id) else { return false }
        inserted(id, at: offset)
        return true
    }

    @inlinable
    func remove(_ id: Item.ID) -> Item? {
        guard let cell = cells.removeValue(forKey: id).map(Int.init) else { return nil }
        let item = items[cell]
        items[cell] = nil
        removed(id, cell)
        return item
    }

    /// Removes the item in a cell, also if it cannot be found by its id: the id of an object may have changed, and NaN is
    /// not equal to itself.
    func remove(in cell: Int) {
        let id = item(cell).id
        if self.cell(of: id) == cell {
            _ = remove(id)
        } else if let index = cells.firstIndex(where: { $0.value == cell }) {
            let known = cells.remove(at: index).key
            items[cell] = nil
            removed(known, cell)
        }
    }

    /// Moves the item in a cell to an offset, which is counted without the item and clamped to the list.
    @inlinable
    func move(in cell: Int, to offset: Int) {
        moved(item(cell).id, cell, to: offset)
    }

    /// Changes an item. If its id changes, the item becomes another element in the same place.
    @inlinable
    func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
        // The item is taken out of the array, so that it can be changed without a copy.
        guard let cell = cell(of: id), var item = items[cell].take() else { return false }
        change(&item)
        if item.id == id {
            items[cell] = item
            replaced(id, cell)
        } else {
            cells[id] = nil
            _ = insert(item, at: removed(id, cell))
        }
        return true
    }

    /// - Returns: Whether the id is new.
    @inlinable
    func fillNextCell(with item: Item, _ id: Item.ID) -> Bool {
        let cell = nextCell
        if let other = cells.updateValue(Int32(cell), forKey: id) {
            cells[id] = other
            refused(id)
            return false
        }
        if cell == items.count { items.append(item) } else { items[cell] = item }
        return true
    }

    // MARK: Changing many

    /// Replaces all items. Elements whose ids are among the new items stay the same elements.
    func replaceAll(with newItems: some Sequence<Item>) {
        var kept = ContiguousArray<Int32>()
        var isKept = ContiguousArray(repeating: false, count: items.count)
        for item in newItems {
            let id = item.id
            if let cell = cell(of: id) {
                guard !isKept[cell] else {
                    refused(id)
                    continue
                }
                items[cell] = item
                isKept[cell] = true
                kept.append(Int32(cell))
            } else if fillNextCell(with: item, id) {
                let cell = fillNextCell()
                if cell == isKept.count { isKept.append(true) } else { isKept[cell] = true }
                kept.append(Int32(cell))
            }
        }
        var empty = ContiguousArray<Int32>()
        for cell in order.cells where !isKept[Int(cell)] {
            items[Int(cell)] = nil
            empty.append(cell)
        }
        // Not by the ids of the items, because the id of an object may have changed.
        if !empty.isEmpty { cells = cells.filter { isKept[Int($0.value)] } }
        reorder(kept, dropping: empty)
    }
}
