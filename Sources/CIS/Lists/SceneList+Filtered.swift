// A view that shows only some items of a list passes offsets that count only these items.
extension SceneList {
    /// Removes items by their offsets among the items that match. Use it with the `onDelete` of a filtered list.
    ///
    /// ```swift
    /// state.todos.remove(atOffsets: offsets, among: state.filter.shows)
    /// ```
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the items, counted among the items that match. Other offsets are skipped.
    ///   - isShown: Returns whether an item matches. A key path to a Boolean works, too.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func remove(
        atOffsets offsets: some Sequence<Int>, among isShown: (Item) throws -> Bool
    ) rethrows {
        let shown = try self.offsets(where: isShown)
        remove(atOffsets: offsets.filter(shown.indices.contains).map { shown[$0] })
    }

    /// Moves items to the place before another item, and keeps their order. The offsets count only items that match.
    /// Use it with the `onMove` of a filtered list.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the items, counted among the items that match. Other offsets are skipped.
    ///   - offset: The offset, among the items that match, of the item before which they are moved. If it is the number
    ///     of matching items, they are moved behind the last item that matches.
    ///   - isShown: Returns whether an item matches.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func move(
        fromOffsets offsets: some Sequence<Int>, toOffset offset: Int, among isShown: (Item) throws -> Bool
    ) rethrows {
        let shown = try self.offsets(where: isShown)
        guard let last = shown.last else { return }
        let place = offset < shown.count ? shown[Swift.max(0, offset)] : last + 1
        move(fromOffsets: offsets.filter(shown.indices.contains).map { shown[$0] }, toOffset: place)
    }

    @inlinable
    func offsets(where matches: (Item) throws -> Bool) rethrows -> [Int] {
        try zip(indices, self).compactMap { offset, item in try matches(item) ? offset : nil }
    }
}
