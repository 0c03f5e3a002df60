/// A list in state whose elements have scenes: rows that load, favourites, cards, levels of a tree.
///
/// Elements are told apart by the id of their items. One keeps its scene, with its state and its running actions, as long
/// as it is in the list, wherever it is moved, and whatever its item becomes. An item that is removed and inserted again is
/// a new element, with a new scene.
///
/// ```swift
/// struct State: SceneState { var rows: SceneList<Todo> = [] … }
/// state.rows.append(todo)
/// state.rows.update(id) { $0.isDone = true }
/// state.rows.move(id, to: 0)
/// state.rows.remove(id)
/// ```
///
/// Assembled with ``SceneRuntime/list(_:make:onOutput:)``. Shown with ``SceneRuntime/observeChanges(of:on:delivery:initially:onChange:)``,
/// or as the collection that it is.
///
/// An id occurs once. An item whose id is there already is left out, and the scene reports it.
public struct SceneList<Item: Identifiable> {
    // First, because followers look at its bits to see whether anything has changed.
    @usableFromInline var version = Origin()
    /// What is in the list, shared with its copies until one of them changes.
    @usableFromInline var storage: SceneListStorage<Item>?

    /// Makes an empty list.
    public init() {}

    /// Makes a list of items, in their order. Of those with the same id the first is taken.
    @inlinable
    public init(_ items: some Sequence<Item>) {
        self.init()
        append(contentsOf: items)
    }

    /// Changes what is in the list, in place unless a copy shares it.
    ///
    /// - Complexity: O(1), or O(*n*) if a copy shares it.
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
        guard let storage, let slot = storage.slot(of: id) else { return nil }
        return storage.item(slot)
    }

    /// Whether there is an item with an id.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(id: Item.ID) -> Bool { storage?.slot(of: id) != nil }

    /// The offset of the item with an id.
    ///
    /// - Complexity: O(1), whatever the number of items: at most 128 numbers are searched.
    @inlinable
    public func index(id: Item.ID) -> Int? {
        guard let storage, let slot = storage.slot(of: id) else { return nil }
        return storage.order.offset(of: slot)
    }

    /// The ids, in order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public var ids: [Item.ID] { map(\.id) }
}
