/// Changing a list. Nothing here traps: an offset that is outside is brought in, and an id that is not there changes nothing,
/// because a mutation may come from a tap on what has moved in the meantime.
extension SceneList {
    // MARK: Inserting

    /// Puts an item at the end.
    ///
    /// - Returns: Whether it was taken. It is left out, and reported by the scene, if there is one with its id.
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func append(_ item: Item) -> Bool { insert(item, at: count) }

    /// Puts items at the end, in their order; see ``append(_:)``.
    @inlinable
    public mutating func append(contentsOf items: some Sequence<Item>) {
        for item in items { append(item) }
    }

    /// Puts an item at an offset.
    ///
    /// - Returns: Whether it was taken. It is left out, and reported by the scene, if there is one with its id.
    /// - Complexity: O(1) for lists of some thousands: moves at most 128 numbers, and adds to one number for each 128 items.
    @discardableResult
    @inlinable
    public mutating func insert(_ item: Item, at offset: Int) -> Bool { change { $0.insert(item, at: offset) } }

    /// Puts items at an offset, in their order; see ``insert(_:at:)``.
    @inlinable
    public mutating func insert(contentsOf items: some Sequence<Item>, at offset: Int) {
        var next = Swift.max(0, offset)
        for item in items where insert(item, at: next) { next += 1 }
    }

    /// Gives the item with the same id another content, or puts this one at the end if there is none.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func updateOrAppend(_ item: Item) {
        if !replace(with: item) { append(item) }
    }

    // MARK: Changing items

    /// Changes an item in place. Its element, and so its scene, stays.
    ///
    /// If the change gives it another id, it becomes a new element, in the same place; and if another item has that id, it
    /// is left out, and reported by the scene.
    ///
    /// - Returns: Whether there is one with that id.
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func update(_ id: Item.ID, _ body: (inout Item) -> Void) -> Bool {
        change { $0.update(id, body) }
    }

    /// Puts an item in the place of the one with its id. The element, and so the scene, stays.
    ///
    /// - Returns: Whether there is one with that id.
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func replace(with item: Item) -> Bool { update(item.id) { $0 = item } }

    /// Makes the list consist of other items, as after a reload. Elements whose ids are among them stay, with their scenes,
    /// wherever they come to be.
    ///
    /// Assigning a new list (`state.rows = SceneList(items)`) has nothing in common with the old one: all scenes would be
    /// made anew.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func replaceAll(with items: some Sequence<Item>) {
        change { $0.replaceAll(with: items) }
    }

    // MARK: Ordering

    /// Moves the item with an id to an offset, which is counted without it.
    ///
    /// - Returns: Whether there is one with that id.
    /// - Complexity: As of ``insert(_:at:)``.
    @discardableResult
    @inlinable
    public mutating func move(_ id: Item.ID, to offset: Int) -> Bool { change { $0.move(id, to: offset) } }

    /// Moves the items at some offsets, in their order, to where the item at another offset is: what SwiftUI's `onMove` asks
    /// for.
    ///
    /// - Parameters:
    ///   - offsets: Which items. An `IndexSet` is a sequence of offsets.
    ///   - offset: Before which item, counted with them; the number of items for the end.
    @inlinable
    public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset offset: Int) {
        let place = Swift.min(Swift.max(0, offset), count)
        var next = place
        for (offset, id) in ids(at: offsets) {
            // Whatever comes from before the place leaves a gap there, and moves those to it that came before.
            move(id, to: offset < place ? place - 1 : next)
            if offset >= place { next += 1 }
        }
    }

    /// Sorts the items. Those that compare equal keep their order.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first has to come before the second.
    /// - Complexity: O(*n* log *n*). Changes nothing, and tells nobody, if they are sorted already.
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Item, Item) throws -> Bool) rethrows {
        guard let storage else { return }
        let slots = storage.order.slots
        let sorted = ContiguousArray(
            try slots.sorted { try areInIncreasingOrder(storage.item(Int($0)), storage.item(Int($1))) })
        if sorted != slots { change { $0.reorder(sorted) } }
    }

    // MARK: Removing

    /// Removes the item with an id. Its scene is stopped.
    ///
    /// - Returns: The item, if there was one.
    /// - Complexity: As of ``insert(_:at:)``.
    @discardableResult
    @inlinable
    public mutating func remove(_ id: Item.ID) -> Item? { change { $0.remove(id) } }

    /// Removes the items at some offsets: what SwiftUI's `onDelete` asks for.
    ///
    /// - Parameter offsets: Which items. An `IndexSet` is a sequence of offsets. Those that are outside are skipped.
    @inlinable
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        for (_, id) in ids(at: offsets) { remove(id) }
    }

    /// Removes the items that match.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func removeAll(where matches: (Item) throws -> Bool) rethrows {
        for item in try filter(matches) { remove(item.id) }
    }

    /// Removes all items.
    @inlinable
    public mutating func removeAll() {
        if !isEmpty { replaceAll(with: EmptyCollection()) }
    }

    @inlinable
    func ids(at offsets: some Sequence<Int>) -> [(offset: Int, id: Item.ID)] {
        Set(offsets).sorted().filter(indices.contains).map { ($0, self[$0].id) }
    }
}

extension SceneList where Item: Comparable {
    /// Sorts the items. Those that compare equal keep their order.
    ///
    /// - Complexity: O(*n* log *n*). Changes nothing, and tells nobody, if they are sorted already.
    @inlinable
    public mutating func sort() {
        sort(by: <)
    }
}
