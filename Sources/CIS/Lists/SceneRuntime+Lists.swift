/// Scenes for the elements of a list.
extension SceneRuntime {
    /// Keeps one child per element of a ``SceneList``.
    ///
    /// A child stays as long as its element does, wherever that is moved. Children of elements that were removed are
    /// stopped, youngest first; then those of new elements are made, in the order of the list.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - make: Assembles the child, given this scene and the item. Called once per element.
    ///   - onOutput: Called on the main actor with this scene, the id of the item, and what its child tells.
    /// - Complexity: A commit that leaves the list as it is costs a comparison of two numbers; any other O(number of
    ///   changes), or O(*n*) where ``SceneListChanges/steps`` is `nil`.
    public func list<Item, Child: SceneDefinition>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        make: @escaping @MainActor (SceneRuntime, Item) -> SceneRuntime<Child>,
        onOutput: @escaping @MainActor (SceneRuntime, Item.ID, Child.Output) -> Void
    ) where Item.ID: Sendable {
        followList(field) { scene, item in
            let id = item.id
            let child = make(scene, item)
            child.outputs?.connect(to: scene) { scene, output in onOutput(scene, id, output) }
            scene.adopt(child, at: ScenePlace(field: field, id: id))
            return child
        }
    }

    /// Keeps one child per element of a ``SceneList``, of whatever kind each is; see ``list(_:make:onOutput:)``.
    ///
    /// - Parameters:
    ///   - field: The path to the list.
    ///   - make: Assembles the child, given this scene and the item, and connects the child's outputs to this scene if it
    ///     has any: with ``add(_:onOutput:)``, or through its port. Called once per element.
    public func list<Item>(
        _ field: KeyPath<Definition.State, SceneList<Item>>,
        make: @escaping @MainActor (SceneRuntime, Item) -> any SceneNode
    ) where Item.ID: Sendable {
        followList(field) { scene, item in
            let child = make(scene, item)
            scene.adopt(child, at: ScenePlace(field: field, id: item.id))
            return child
        }
    }

    /// The child of an element of a ``SceneList``, if it is in the list, and assembled as such a scene.
    ///
    /// - Parameters:
    ///   - field: The path to the list, as it was declared with ``list(_:make:onOutput:)`` or ``list(_:make:)``.
    ///   - id: The id of the item.
    ///   - definition: What the child is. Can be omitted where the type is known.
    /// - Complexity: O(1), and a comparison with each declaration.
    public func child<Item, Child: SceneDefinition>(
        of field: KeyPath<Definition.State, SceneList<Item>>, _ id: Item.ID, as definition: Child.Type = Child.self
    ) -> SceneRuntime<Child>? {
        let list = publisher.storage.pointee[keyPath: field]
        guard let storage = list.storage, let slot = storage.slot(of: id) else { return nil }
        return reconciler(of: field)?.child(of: storage.origins[slot]) as? SceneRuntime<Child>
    }

    private func followList<Item>(
        _ field: KeyPath<Definition.State, SceneList<Item>>, make: @escaping (SceneRuntime, Item) -> any SceneNode
    ) where Item.ID: Sendable {
        follow(field) { scene, list, reconciler in
            let storage = list.pointee.storage ?? SceneListStorage(version: list.pointee.version.number)
            if reconciler.hasNewRefusal(storage), let id = storage.refusedID { scene.reportRefusal(of: id, in: field) }
            reconciler.follow(storage, in: scene) {
                storage.item($0).id
            } make: {
                make(scene, storage.item($0))
            }
        }
    }

    private func reportRefusal(of id: some Sendable, in field: AnyKeyPath) {
        let name = ScenePlace(field: field, id: nil).fieldName
        let text = "The list \(name) has an item with the id \(id) already. Another one with that id was left out."
        publisher.report(SceneDiagnostic(kind: .other(text), scene: identity, subject: id))
    }
}
