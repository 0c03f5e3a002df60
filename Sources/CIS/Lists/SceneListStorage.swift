/// The items of a list by slot, and the slot of each id. Inlinable, so that clients get code that is specialized for
/// their types.
// Unchecked for the same reason as its superclass.
@usableFromInline
final class SceneListStorage<Item: Identifiable>: UntypedSceneListStorage, @unchecked Sendable {
    // Unchecked, as all below: see `UntypedSceneListStorage.order`.
    @exclusivity(unchecked) @usableFromInline var slots: [Item.ID: Int32]
    // Unchecked: see `UntypedSceneListStorage.order`.
    @exclusivity(unchecked) @usableFromInline var items: ContiguousArray<Item?>
    /// The id of the item of each entry in the log.
    // Unchecked: see `UntypedSceneListStorage.order`.
    @exclusivity(unchecked) @usableFromInline var loggedIDs: ContiguousArray<Item.ID>
    /// The id of the last refused item.
    // Unchecked: see `UntypedSceneListStorage.order`.
    @exclusivity(unchecked) @usableFromInline var refusedID: Item.ID?

    @usableFromInline
    override init(version: UInt64) {
        (slots, items, loggedIDs, refusedID) = ([:], [], [], nil)
        super.init(version: version)
    }

    @usableFromInline
    init(copying other: SceneListStorage) {
        (slots, items, loggedIDs, refusedID) = (other.slots, other.items, other.loggedIDs, other.refusedID)
        super.init(copying: other)
    }

    @inlinable
    func slot(of id: Item.ID) -> Int? { slots[id].map(Int.init) }

    /// The item in a slot, which must not be empty.
    @inlinable
    func item(_ slot: Int) -> Item {
        guard let item = items[slot] else { preconditionFailure("A slot of a list is empty that should not be.") }
        return item
    }

    // MARK: Changing one

    /// Inserts an item at an offset, which is clamped to the list.
    ///
    /// - Returns: Whether it was inserted. An item whose id is in the list is refused.
    @inlinable
    func insert(_ item: Item, at offset: Int) -> Bool {
        let id = item.id
        guard fillNextSlot(with: item, id) else { return false }
        note(id, inserted(at: offset))
        return true
    }

    @inlinable
    func remove(_ id: Item.ID) -> Item? {
        guard let slot = slots.removeValue(forKey: id).map(Int.init) else { return nil }
        let item = items[slot]
        items[slot] = nil
        note(id, removed(slot).forgotten)
        return item
    }

    /// Moves an item to an offset, which is counted without the item and clamped to the list.
    @inlinable
    func move(_ id: Item.ID, to offset: Int) -> Bool {
        guard let slot = slot(of: id) else { return false }
        if let forgotten = moved(slot, to: offset) { note(id, forgotten) }
        return true
    }

    /// Changes an item. If its id changes, it becomes another element in the same place.
    @inlinable
    func update(_ id: Item.ID, _ change: (inout Item) -> Void) -> Bool {
        // Taken out of the array, so that it is changed without a copy.
        guard let slot = slot(of: id), var item = items[slot].take() else { return false }
        change(&item)
        if item.id == id {
            items[slot] = item
            note(id, replaced(slot))
        } else {
            slots[id] = nil
            let (offset, forgotten) = removed(slot)
            note(id, forgotten)
            _ = insert(item, at: offset)
        }
        return true
    }

    /// - Returns: Whether the id is new.
    @inlinable
    func fillNextSlot(with item: Item, _ id: Item.ID) -> Bool {
        let slot = nextSlot
        if let other = slots.updateValue(Int32(slot), forKey: id) {
            slots[id] = other
            refuse(id)
            return false
        }
        if slot == items.count { items.append(item) } else { items[slot] = item }
        return true
    }

    @inlinable
    func refuse(_ id: Item.ID) {
        refusedID = id
        note(id, refused())
    }

    /// Stores the id for a new entry of the log, and removes the ids of entries that were removed.
    @inlinable
    func note(_ id: Item.ID, _ forgotten: Int) {
        if forgotten > 0 { loggedIDs.removeFirst(forgotten) }
        loggedIDs.append(id)
    }

    // MARK: Changing many

    /// Puts the elements into another order.
    @inlinable
    func reorder(_ slots: ContiguousArray<Int32>) {
        reorder(slots, dropping: [])
        loggedIDs = []
    }

    /// Replaces all items. Elements whose ids are among the new items stay the same elements.
    @inlinable
    func replaceAll(with newItems: some Sequence<Item>) {
        var kept = ContiguousArray<Int32>()
        var isKept = ContiguousArray(repeating: false, count: items.count)
        for item in newItems {
            let id = item.id
            if let slot = slot(of: id) {
                guard !isKept[slot] else {
                    refuse(id)
                    continue
                }
                items[slot] = item
                isKept[slot] = true
                kept.append(Int32(slot))
            } else if fillNextSlot(with: item, id) {
                let slot = filledLater()
                if slot == isKept.count { isKept.append(true) } else { isKept[slot] = true }
                kept.append(Int32(slot))
            }
        }
        var empty = ContiguousArray<Int32>()
        for slot in order.slots where !isKept[Int(slot)] {
            if let item = items[Int(slot)].take() { slots[item.id] = nil }
            empty.append(slot)
        }
        reorder(kept, dropping: empty)
        loggedIDs = []
    }
}
