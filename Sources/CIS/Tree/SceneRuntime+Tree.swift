extension SceneRuntime: SceneNode {
    /// The scenes that this one owns, in the order in which they were added.
    public var children: [any SceneNode] { publisher.rare?.children ?? [] }

    /// The actions that are running or waiting, as text: their values in debug builds and traced scenes, else a count.
    public var actionDescriptions: [String] { publisher.knownRegistry?.descriptions() ?? [] }

    /// The state, as text. While ``Store/mutate(_:by:)`` is changing it, a text that says so.
    public var stateDescription: String {
        publisher.flags.contains(.mutating) ? "(being changed)" : "\(publisher.storage.pointee)"
    }

    /// The first child of the given definition.
    ///
    /// - Parameter definition: What the child is, such as `AddRequests.self`.
    public func child<Child: SceneDefinition>(_ definition: Child.Type) -> SceneRuntime<Child>? {
        for child in children {
            if let child = child as? SceneRuntime<Child> { return child }
        }
        return nil
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
        publisher.awaitEnd()
        let rare = publisher.rareParts()
        if rare.childIDs.insert(ObjectIdentifier(child)).inserted { rare.children.append(child) }
    }

    /// Stops a child and lets it go. Does nothing for a scene that is not a child.
    ///
    /// For children that were added by hand: one that follows the state goes when the state says so.
    public func remove(_ child: any SceneNode) {
        guard let index = publisher.rare?.children.lastIndex(where: { $0 === child }) else { return }
        // Taken out first: what is stopped may look at its parent.
        publisher.rare?.children.remove(at: index)
        publisher.rare?.childIDs.remove(ObjectIdentifier(child))
        child.stop()
    }
}

extension StatePublisher {
    /// Stops what the scene owns, youngest first.
    func stopChildren() {
        guard let children = rare?.children else { return }
        rare?.children = []
        rare?.childIDs = []
        rare?.childKeepers = []
        for child in children.reversed() { child.stop() }
    }
}
