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
    @usableFromInline var version = Origin()
    /// The contents, shared with copies until one of them changes.
    @usableFromInline var storage: SceneListStorage<Item>?

    /// Creates an empty list.
    public init() {}

    /// Creates a list of items, in their order. Of several items with the same id only the first is used.
    @inlinable
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
        defer { version = Origin(number: storage.version) }
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
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        guard let storage, let cell = storage.cell(of: id) else { return nil }
        return storage.items[cell]
    }

    /// Whether there is an item with an id.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(id: Item.ID) -> Bool { storage?.cell(of: id) != nil }

    /// The offset of the item with an id.
    ///
    /// - Complexity: O(1), independent of the number of items. At most 128 integers are searched.
    @inlinable
    public func index(id: Item.ID) -> Int? {
        guard let storage, let cell = storage.cell(of: id) else { return nil }
        return storage.order.offset(of: cell)
    }

    /// The ids, in order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public var ids: [Item.ID] { map(\.id) }
}
