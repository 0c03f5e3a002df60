/// A list is a collection of its items, in order, for `ForEach`, `map`, `filter` and so on. The index is the offset.
extension SceneList: RandomAccessCollection {
    /// The offset of the first item: 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of items.
    @inlinable public var endIndex: Int { count }
    /// The number of items.
    ///
    /// - Complexity: O(1).
    @inlinable public var count: Int { storage?.order.count ?? 0 }

    /// The item at an offset, which must be in the list.
    ///
    /// - Complexity: O(log *n*). Iteration and access by id are O(1) for each item.
    @inlinable
    public subscript(position: Int) -> Item {
        guard let storage, indices.contains(position) else {
            preconditionFailure("A list of \(count) items has no item at offset \(position).")
        }
        return storage.item(storage.order.cell(at: position))
    }

    /// Returns an iterator over the items.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }

    /// Iterates over the items of a list.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let storage: SceneListStorage<Item>?
        @usableFromInline let cells: ContiguousArray<Int32>
        @usableFromInline var position = 0

        @inlinable
        init(_ storage: SceneListStorage<Item>?) {
            self.storage = storage
            cells = storage?.order.cells ?? []
        }

        /// The next item, or `nil` at the end.
        @inlinable
        public mutating func next() -> Item? {
            guard position < cells.count, let storage else { return nil }
            defer { position += 1 }
            return storage.item(Int(cells[position]))
        }
    }
}

extension SceneList: ExpressibleByArrayLiteral {
    /// Creates a list of items, in their order. Of several items with the same id only the first is used.
    @inlinable
    public init(arrayLiteral elements: Item...) {
        self.init(elements)
    }
}

extension SceneList: CustomStringConvertible {
    /// The items, in order.
    public var description: String { "\(Array(self))" }
}

extension SceneList: CustomReflectable {
    /// The items, in order.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}
