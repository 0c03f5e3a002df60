extension SceneRuntime {
    /// Keeps one child per element of a ``SceneList``.
    ///
    /// A child lives as long as its element is in the list, even when the element is moved or its item is replaced.
    /// After a commit, children of removed elements are stopped, youngest first; then children for new elements are
    /// created, in the order of the list; then children whose items have changed receive the action of `onChange`, in
    /// the order of the list.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - make: Assembles the child from this scene and the item. Called once per element.
    ///   - onChange: Returns the action that a child executes after a commit in which its item was replaced or updated,
    ///     or `nil` if the child does not use what has changed. It is not called if the new item equals the one that
    ///     the child knows, or, if its type has no `==`, has the same bits. If it is omitted, a child does not learn of
    ///     changes of its item.
    ///   - onOutput: Called on the main actor with this scene, the id of the item, and the child's output.
    ///   - fileID: The caller's file, which is the call site of the actions of `onChange`.
    ///   - line: The caller's line.
    /// - Complexity: O(number of changes), or O(*n*) where ``SceneListChanges/steps`` is `nil`. After a commit that
    ///   does not change the list, only two integers are compared. With `onChange`, each child's item is kept once
    ///   more, and the next change of a collection in it copies the collection.
    @inlinable
    public func list<Item, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        make: @escaping @MainActor (SceneRuntime, Item) -> SceneRuntime<Child>,
        onChange: (@MainActor (Item) -> Child.Action?)? = nil,
        onOutput: @escaping @MainActor (SceneRuntime, Item.ID, Child.Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Item.ID: Sendable {
        let site = CallSite(fileID: fileID, line: line)
        let update = onChange.map { action in
            { @MainActor (row: any SceneNode, item: Item) in
                guard let row = row as? SceneRuntime<Child>, let action = action(item) else { return }
                row.execute(action, fileID: fileID, line: line)
            }
        }
        declareList(field, update, at: site) { scene, item in
            let id = item.id
            let child = make(scene, item)
            child.outputs?.connect(to: scene, "onOutput of list", at: site) { scene, output in
                onOutput(scene, id, output)
            }
            return child
        }
    }

    /// Keeps one child without outputs per element of a ``SceneList``, and lets it execute an action when its item has
    /// changed; see ``list(_:make:onChange:onOutput:fileID:line:)``.
    @inlinable
    public func list<Item, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        make: @escaping @MainActor (SceneRuntime, Item) -> SceneRuntime<Child>,
        onChange: @escaping @MainActor (Item) -> Child.Action?,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Item.ID: Sendable, Child.Output == Never {
        list(field, make: make, onChange: onChange, onOutput: { _, _, _ in }, fileID: fileID, line: line)
    }

    /// Keeps one child per element of a ``SceneList``, also of different definitions; see
    /// ``list(_:make:onChange:onOutput:fileID:line:)``.
    ///
    /// `make` connects the outputs of a child, if it has any, with ``add(_:onOutput:fileID:line:)`` or through its
    /// port. `onChange` usually executes an action of the child.
    @inlinable
    public func list<Item>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        make: @escaping @MainActor (SceneRuntime, Item) -> any SceneNode,
        onChange: (@MainActor (any SceneNode, Item) -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Item.ID: Sendable {
        let site = CallSite(fileID: fileID, line: line)
        declareList(field, onChange, at: site) { make($0, $1) }
    }

    /// The child of an element of a ``SceneList``, if the element is in the list and the child has this definition; see
    /// ``child(of:as:)``.
    ///
    /// - Complexity: O(1) for the lookup, plus one comparison per declaration.
    public func child<Item, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, SceneList<Item>>, _ id: Item.ID, as definition: Child.Type = Child.self
    ) -> SceneRuntime<Child>? {
        child(following: field) { list in
            guard let storage = list.storage, let cell = storage.cell(of: id) else { return nil }
            return (cell, storage.origins[cell])
        }
    }

    // Inlinable, like its callers, so that clients get code that is specialized for their items.
    @inlinable
    func declareList<Item>(
        _ field: KeyPath<Definition.State, SceneList<Item>>, _ onChange: (@MainActor (any SceneNode, Item) -> Void)?,
        at site: CallSite,
        make: @escaping (SceneRuntime, Item) -> any SceneNode
    ) where Item.ID: Sendable {
        declareChildren(of: field, "list", at: site) { scene, list, reconciler in
            let storage = list.pointee.storage ?? SceneListStorage(version: list.pointee.version.number)
            reconciler.follow(storage, updatesRows: onChange != nil) {
                storage.item($0).id
            } make: { cell, child in
                let item = storage.item(cell)
                if onChange != nil { child.item = Box(item) }
                return make(scene, item)
            } update: { cell, child, row in
                if let onChange { reconciler.tell(row, child, of: storage.item(cell), onChange) }
            }
        }
    }
}
