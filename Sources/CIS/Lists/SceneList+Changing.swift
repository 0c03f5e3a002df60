/// Changing a list. None of these functions traps, because the list may have changed between a tap and its mutation: an
/// offset outside of the list is clamped, and an unknown id has no effect.
extension SceneList {
    // MARK: Inserting

    /// Appends an item.
    ///
    /// - Returns: Whether it was inserted. An item whose id is already in the list is refused, and the scene reports
    ///   it.
    /// - Complexity: O(1).
    @discardableResult
    public mutating func append(_ item: Item) -> Bool { insert(item, at: count) }

    /// Appends items in their order; see ``append(_:)``.
    public mutating func append(contentsOf items: some Sequence<Item>) {
        for item in items { append(item) }
    }

    /// Inserts an item at an offset.
    ///
    /// - Returns: Whether it was inserted; see ``append(_:)``.
    /// - Complexity: O(1) for lists of a few thousand items. It moves at most 128 integers, and changes one integer for
    ///   each 128 items.
    @discardableResult
    @inlinable
    public mutating func insert(_ item: Item, at offset: Int) -> Bool { change { $0.insert(item, at: offset) } }

    /// Inserts items at an offset, in their order; see ``insert(_:at:)``.
    public mutating func insert(contentsOf items: some Sequence<Item>, at offset: Int) {
        var next = Swift.min(Swift.max(0, offset), count)
        for item in items where insert(item, at: next) { next += 1 }
    }

    /// Replaces the item with the same id, or appends the given item if the list has no such item.
    ///
    /// - Complexity: O(1).
    public mutating func updateOrAppend(_ item: Item) {
        if !replace(with: item) { append(item) }
    }

    // MARK: Changing items

    /// Changes an item in place. It keeps its element and its scene.
    ///
    /// If the change gives it another id, it becomes a new element in the same place. If another item has that id, the
    /// changed item is refused: it leaves the list, and the scene reports it.
    ///
    /// - Returns: Whether there is an item with the id.
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func update(_ id: Item.ID, _ body: (inout Item) -> Void) -> Bool {
        change { $0.update(id, body) }
    }

    /// Replaces the item with the same id. The element keeps its scene.
    ///
    /// - Returns: Whether there is an item with the id.
    /// - Complexity: O(1).
    @discardableResult
    @inlinable
    public mutating func replace(with item: Item) -> Bool { update(item.id) { $0 = item } }

    /// Replaces all items, for example after a reload. Elements whose ids are among the new items keep their scenes, at
    /// any offset.
    ///
    /// Assigning a new list (`state.rows = SceneList(items)`) instead would create all scenes anew.
    ///
    /// - Complexity: O(*n*).
    public mutating func replaceAll(with items: some Sequence<Item>) {
        change { $0.replaceAll(with: items) }
    }

    // MARK: Ordering

    /// Moves the item with an id to an offset. The offset is counted as if the item was not in the list.
    ///
    /// - Returns: Whether there is an item with the id.
    /// - Complexity: The same as ``insert(_:at:)``.
    @discardableResult
    @inlinable
    public mutating func move(_ id: Item.ID, to offset: Int) -> Bool {
        guard let cell = storage?.cell(of: id) else { return false }
        change { $0.move(in: cell, to: offset) }
        return true
    }

    /// Moves items to the place before another item, and keeps their order. Use it with SwiftUI's `onMove`.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the items. An `IndexSet` is a sequence of offsets.
    ///   - offset: The offset of the item before which they are moved, in the list as it is before the move. Pass the
    ///     number of items to move them to the end.
    public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset offset: Int) {
        let place = Swift.min(Swift.max(0, offset), count)
        var next = place
        for (offset, cell) in cells(at: offsets) {
            // An item that comes from before the place leaves a gap, which shifts the items that were moved already.
            change { $0.move(in: cell, to: offset < place ? place - 1 : next) }
            if offset >= place { next += 1 }
        }
    }

    /// Sorts the items. Items that compare equal keep their order.
    ///
    /// - Complexity: O(*n* log *n*). If they are sorted already, the list does not change.
    public mutating func sort(by areInIncreasingOrder: (Item, Item) throws -> Bool) rethrows {
        guard let storage else { return }
        let cells = storage.order.cells
        let sorted = ContiguousArray(
            try cells.sorted { try areInIncreasingOrder(storage.item(Int($0)), storage.item(Int($1))) })
        if sorted != cells { change { $0.reorder(sorted, dropping: []) } }
    }

    // MARK: Removing

    /// Removes the item with an id. Its scene is stopped.
    ///
    /// - Returns: The item, if there was one.
    /// - Complexity: The same as ``insert(_:at:)``.
    @discardableResult
    @inlinable
    public mutating func remove(_ id: Item.ID) -> Item? { change { $0.remove(id) } }

    /// Removes the items at some offsets, such as the `IndexSet` of SwiftUI's `onDelete`. Offsets outside of the list
    /// are skipped.
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        for (_, cell) in cells(at: offsets) { change { $0.remove(in: cell) } }
    }

    /// Removes the items that match.
    ///
    /// - Complexity: O(*n*).
    public mutating func removeAll(where matches: (Item) throws -> Bool) rethrows {
        let cells = try storage.map { storage in
            try storage.order.cells.filter { try matches(storage.item(Int($0))) }
        }
        for cell in cells ?? [] { change { $0.remove(in: Int(cell)) } }
    }

    /// Removes all items.
    public mutating func removeAll() {
        if !isEmpty { replaceAll(with: EmptyCollection()) }
    }

    func cells(at offsets: some Sequence<Int>) -> [(offset: Int, cell: Int)] {
        guard let storage else { return [] }
        return Set(offsets).sorted().filter(indices.contains).map { ($0, storage.order.cell(at: $0)) }
    }

    // MARK: A view that shows only some items passes offsets that count only these

    /// Removes items by their offsets among the items that match. Other offsets are skipped. Use it with the `onDelete`
    /// of a filtered list.
    ///
    /// ```swift
    /// state.todos.remove(atOffsets: offsets, among: state.filter.shows)
    /// ```
    ///
    /// - Complexity: O(*n*).
    public mutating func remove(
        atOffsets offsets: some Sequence<Int>, among isShown: (Item) throws -> Bool
    ) rethrows {
        let shown = try self.offsets(where: isShown)
        remove(atOffsets: offsets.filter(shown.indices.contains).map { shown[$0] })
    }

    /// Moves items like ``move(fromOffsets:toOffset:)``, but all offsets count only the items that match, and other
    /// offsets are skipped. If `offset` is the number of matching items, they are moved behind the last item that
    /// matches. Use it with the `onMove` of a filtered list.
    ///
    /// - Complexity: O(*n*).
    public mutating func move(
        fromOffsets offsets: some Sequence<Int>, toOffset offset: Int, among isShown: (Item) throws -> Bool
    ) rethrows {
        let shown = try self.offsets(where: isShown)
        guard let last = shown.last else { return }
        let place = offset < shown.count ? shown[Swift.max(0, offset)] : last + 1
        move(fromOffsets: offsets.filter(shown.indices.contains).map { shown[$0] }, toOffset: place)
    }

    func offsets(where matches: (Item) throws -> Bool) rethrows -> [Int] {
        try zip(indices, self).compactMap { offset, item in try matches(item) ? offset : nil }
    }
}
