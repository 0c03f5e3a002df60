/// What a declaration of a list does with a child whose item has changed.
@MainActor
@usableFromInline
struct RowUpdate<Item> {
    private let onChange: @MainActor (any SceneNode, Item) -> Void

    @usableFromInline
    init(_ onChange: @escaping @MainActor (any SceneNode, Item) -> Void) {
        self.onChange = onChange
    }

    /// Lets the child execute an action. `nil` without a function that returns one.
    @usableFromInline
    init?<Child: SceneDefinition>(
        executing action: (@MainActor (Item) -> Child.Action?)?, in child: Child.Type, at site: CallSite
    ) {
        guard let action else { return nil }
        self.init { child, item in
            guard let action = action(item) else { return }
            (child as? SceneRuntime<Child>)?.execute(action, fileID: site.fileID, line: site.line)
        }
    }

    /// Stores the item from which a child is made.
    @usableFromInline
    func remember(_ item: Item, in entry: ChildEntry) {
        entry.item = KnownItem(item)
    }

    /// Updates a child, unless its item has the value that it knows.
    @usableFromInline
    func run(for child: FollowingChild, _ item: Item) {
        guard let known = child.entry.item as? KnownItem<Item>, !hasSameValue(known.item, item),
            !child.scene.isKnownToBeStopped
        else { return }
        let released = known.item
        known.item = item
        onChange(child.scene, item)
        // Released last, because objects in it may call back.
        withExtendedLifetime(released) {}
    }
}

/// The item that a child knows.
private final class KnownItem<Item> {
    var item: Item

    init(_ item: Item) {
        self.item = item
    }
}
