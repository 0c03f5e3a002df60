/// A list in state whose elements have scenes: rows, cards, levels of a tree.
///
/// The id of an item identifies its element. While the element is in the list, it keeps its scene with the scene's
/// state and running actions, even when the element is moved or its item changes. An item that is removed and inserted
/// again is a new element with a new scene.
///
/// ```swift
/// struct State: SceneState { var rows: SceneList<Todo> = [] … }
/// state.rows.append(todo)
/// state.rows.update(id) { $0.isDone = true }
/// state.rows.move(id, to: 0)
/// state.rows.remove(id)
/// ```
///
/// Create the scenes with ``SceneRuntime/list(_:make:onChange:onOutput:fileID:line:)``. Show the list with
/// ``SceneRuntime/observeChanges(of:on:delivery:initially:onChange:fileID:line:)``, or as a collection.
///
/// Ids are unique. An item whose id is in the list already is refused, and the scene reports it.
public struct SceneList<Item: Identifiable> {
    // First in memory, because its bits are compared after each commit.
    @usableFromInline var version = Stamp()
    /// The contents, shared with copies until one of them changes.
    @usableFromInline var storage: SceneListStorage<Item>?

    /// Creates an empty list.
    public init() {}

    /// Creates a list of items, in their order. Of several items with the same id only the first is used.
    public init(_ items: some Sequence<Item>) {
        self.init()
        append(contentsOf: items)
    }

    /// Changes the contents: in place, unless a copy of the list shares them.
    ///
    /// - Complexity: O(1), or O(*n*) if a copy shares them.
    @inlinable
    mutating func change<Result>(_ body: (SceneListStorage<Item>) -> Result) -> Result {
        let storage = storageOfItsOwn()
        defer { version = Stamp(number: storage.version) }
        return body(storage)
    }

    @inlinable
    mutating func storageOfItsOwn() -> SceneListStorage<Item> {
        if isKnownUniquelyReferenced(&storage), let storage { return storage }
        let own: SceneListStorage<Item>
        if let storage {
            own = SceneListStorage(copying: storage)
        } else {
            own = SceneListStorage(version: version.number)
        }
        storage = own
        return own
    }
}

extension SceneList: Sendable where Item: Sendable, Item.ID: Sendable {}

// MARK: - Reading

extension SceneList {
    /// The item with an id.
    ///
    /// - Complexity: O(1).
    public subscript(id id: Item.ID) -> Item? {
        guard let storage, let cell = storage.cell(of: id) else { return nil }
        return storage.items[cell]
    }

    /// Whether there is an item with an id.
    ///
    /// - Complexity: O(1).
    public func contains(id: Item.ID) -> Bool { storage?.cell(of: id) != nil }

    /// The offset of the item with an id.
    ///
    /// - Complexity: O(1), independent of the number of items. At most 128 integers are searched.
    public func index(id: Item.ID) -> Int? {
        guard let storage, let cell = storage.cell(of: id) else { return nil }
        return storage.order.offset(of: cell)
    }

    /// The ids, in order.
    ///
    /// - Complexity: O(*n*).
    public var ids: [Item.ID] { map(\.id) }
}

/// A list is a collection of its items, in order, for `ForEach`, `map`, `filter` and so on. The index is the offset.
extension SceneList: RandomAccessCollection {
    /// The offset of the first item: 0.
    public var startIndex: Int { 0 }
    /// The number of items.
    public var endIndex: Int { count }
    /// The number of items.
    ///
    /// - Complexity: O(1).
    public var count: Int { storage?.order.count ?? 0 }

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
    public func makeIterator() -> Iterator { Iterator(storage) }

    /// Iterates over the items of a list.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let storage: SceneListStorage<Item>?
        @usableFromInline var cells: ContiguousArray<Int32>.Iterator

        init(_ storage: SceneListStorage<Item>?) {
            self.storage = storage
            cells = (storage?.order.cells ?? []).makeIterator()
        }

        /// The next item, or `nil` at the end.
        @inlinable
        public mutating func next() -> Item? {
            guard let cell = cells.next(), let storage else { return nil }
            return storage.item(Int(cell))
        }
    }
}

extension SceneList: ExpressibleByArrayLiteral {
    /// Creates a list of items, in their order. Of several items with the same id only the first is used.
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

extension SceneList: Equatable where Item: Equatable {
    /// Whether both lists consist of equal items in the same order.
    ///
    /// - Complexity: O(1) for a list and its unchanged copy, else O(*n*).
    public static func == (lhs: SceneList, rhs: SceneList) -> Bool {
        lhs.version.number == rhs.version.number
            || lhs.elementsEqual(rhs) && (!Stamp.areCompared || lhs.origins.elementsEqual(rhs.origins))
    }
}

extension SceneList {
    /// The origins of the elements, in order. Another one means another scene.
    var origins: some Sequence<UInt64> {
        (storage?.order.cells ?? []).lazy.map { [storage] in storage?.origins[Int($0)] ?? 0 }
    }
}

extension SceneList: Hashable where Item: Hashable {
    /// Hashes the items, in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for item in self { hasher.combine(item) }
    }
}

extension SceneList: Encodable where Item: Encodable {
    /// Encodes the items, in order, as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for item in self { try container.encode(item) }
    }
}

extension SceneList: Decodable where Item: Decodable {
    /// Decodes a list from an array of items. Throws if an id occurs twice.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init()
        while !container.isAtEnd {
            let item = try container.decode(Item.self)
            guard append(item) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Two items have the id \(item.id).")
            }
        }
    }
}

/// A key path that looks an item up is read without a trap.
extension SceneList: ReadableByKey {
    static func value(at place: UnsafeRawPointer, for key: UnsafeRawPointer) -> Any {
        place.assumingMemoryBound(to: Self.self).pointee[id: key.assumingMemoryBound(to: Item.ID.self).pointee] as Any
    }

    static var getters: [(path: AnyKeyPath, kind: PathStep.Kind)] {
        [
            (\SceneList<KnownItem>.[id: 0], .key), (\SceneList<KnownItem>.[0], .element),
            (\SceneList<KnownItem>.count, .safe), (\SceneList<KnownItem>.ids, .safe),
        ]
    }
}

/// An item, because the path of a look-up can be written only for a certain type. All types have the same getter.
private struct KnownItem: Identifiable {
    let id: Int
}

extension SceneList: DifferentiableByElement {
    func difference(from value: Any, depth: Int) -> Difference {
        guard let value = value as? Self, origins.elementsEqual(value.origins) else { return .some }
        return CIS.difference(Array(self), Array(value), depth: depth)
    }
}
