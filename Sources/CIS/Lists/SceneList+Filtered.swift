// A view that shows only some items of a list tells the offsets among those.
extension SceneList {
    /// Removes the items at some offsets among those that match. For the `onDelete` of a filtered list.
    ///
    /// ```swift
    /// state.todos.remove(atOffsets: offsets, among: state.filter.shows)
    /// ```
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the items among those that match. Others are skipped.
    ///   - isShown: Whether an item counts. A key path to a Boolean works, too.
    /// - Complexity: O(*n*).
    @inlinable
    public mutating func remove(
        atOffsets offsets: some Sequence<Int>, among isShown: (Item) throws -> Bool
    ) rethrows {
        let shown = try self.offsets(where: isShown)
        remove(atOffsets: offsets.filter(shown.indices.contains).map { shown[$0] })
    }

    /// Moves items, in their order, to before another item, where the offsets count only items that match. For the
    /// `onMove` of a filtered list.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the items among those that match. Others are skipped.
    ///   - offset: The offset, among those that match, of the item before which they go. At the end they go behind the
    ///     last item that matches.
    ///   - isShown: Whether an item counts.
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
