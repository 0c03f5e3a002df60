extension SceneRuntime: SceneNode {
    /// The scenes that this one owns, in the order in which they were added.
    ///
    /// The children of a ``SceneList`` are among them by age, too. In the order of the list they are `child(of:)` of its ids.
    ///
    /// - Complexity: O(number of children).
    public var children: [any SceneNode] { publisher.extras?.children.all ?? [] }

    /// The actions that are running or waiting, as text: their values in debug builds and traced scenes, else a count.
    public var actionDescriptions: [String] { publisher.knownRegistry?.descriptions() ?? [] }

    /// The state, as text. While ``Store/mutate(_:by:)`` is changing it, a text that says so.
    public var stateDescription: String {
        publisher.flags.contains(.mutating) ? "(being changed)" : "\(publisher.storage.pointee)"
    }

    /// Takes a scene as a child: it is kept as long as this one, is stopped with it, and tells it its outputs.
    ///
    /// - Parameters:
    ///   - child: The scene, made from the initial state that the parent gives it.
    ///   - onOutput: Called on the main actor with this scene and what the child tells, inside the child's `send`.
    public func add<Child: SceneDefinition>(
        _ child: SceneRuntime<Child>, onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void
    ) {
        child.outputs?.connect(to: self, onOutput)
        add(child)
    }

    /// Takes a scene as a child that has nothing to tell, or whose outputs are connected already. Taken twice, it is
    /// one child.
    public func add(_ child: some SceneNode) {
        guard !isStopped else { return child.stop() }
        publisher.requestEndNotification()
        publisher.ensureExtras().children.add(child)
    }

    /// Stops a child and lets it go. Does nothing for a scene that is not a child.
    ///
    /// For children that were added by hand: one that follows the state goes when the state says so.
    ///
    /// - Complexity: O(1), whichever child it is.
    public func remove(_ child: any SceneNode) {
        // Taken out first: what is stopped may look at its parent.
        if publisher.extras?.children.remove(child) == true { child.stop() }
    }
}

extension StatePublisher {
    /// Stops what the scene owns, youngest first.
    ///
    /// - Parameter walk: The walk on which the scene itself is stopped.
    func stopChildren(on walk: StopTraversal? = nil) {
        guard let extras else { return }
        extras.childReconcilers = []
        guard !extras.children.isEmpty else { return }
        let children = extras.children.all
        extras.children = ChildList()
        StopTraversal.stop(children, on: walk)
    }
}
