extension SceneRuntime: SceneNode {
    /// The scenes that this one owns, in the order in which they were added.
    ///
    /// The children of a ``SceneList`` are also in the order of their age. For the order of the list, use `child(of:)`
    /// with its ids.
    ///
    /// - Complexity: O(number of children).
    public var children: [any SceneNode] { publisher.extras?.children.all ?? [] }

    /// The running and waiting actions as text: their values in debug builds and traced scenes, otherwise a count.
    public var actionDescriptions: [String] { publisher.knownRegistry?.descriptions() ?? [] }

    /// The state as text, or `(being changed)` while ``Store/mutate(_:by:)`` runs.
    public var stateDescription: String {
        publisher.flags.contains(.mutating) ? "(being changed)" : "\(publisher.storage.pointee)"
    }

    /// Adds a child: this scene owns it, stops it when it stops itself, and receives its outputs.
    ///
    /// - Parameters:
    ///   - child: The scene, created with the initial state that the parent gives it.
    ///   - onOutput: Called on the main actor with this scene and the child's output, inside the child's `send`.
    /// - Returns: The child, for the `make` of a stack or a list whose children are of several kinds.
    @discardableResult
    public func add<Child: SceneDefinition>(
        _ child: SceneRuntime<Child>, onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void
    ) -> SceneRuntime<Child> {
        child.outputs?.connect(to: self, onOutput)
        add(child)
        return child
    }

    /// Adds a child that has no outputs, or whose outputs are connected already. Adding it twice has no effect.
    public func add(_ child: some SceneNode) {
        guard !isStopped else { return child.stop() }
        publisher.requestEndNotification()
        publisher.ensureExtras().children.add(child)
    }

    /// Stops a child and releases it. Does nothing for a scene that is not a child.
    ///
    /// Use it for children that were added with `add`. A child that follows the state ends when the state no longer
    /// asks for it.
    ///
    /// - Complexity: O(1), whichever child it is.
    public func remove(_ child: any SceneNode) {
        // The child is removed before it stops, because code that runs during the stop may read the parent's children.
        if publisher.extras?.children.remove(child) == true { child.stop() }
    }
}
