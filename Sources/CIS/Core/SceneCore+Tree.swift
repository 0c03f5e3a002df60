extension SceneCore {
    /// Stops the children of the scene, youngest first.
    ///
    /// - Parameter traversal: The traversal that is stopping the scene itself.
    func stopChildren(on traversal: StopTraversal? = nil) {
        guard let extras else { return }
        let reconcilers = extras.childReconcilers
        extras.childReconcilers = []
        // Released last, because objects that their watchers held may look for children.
        defer { withExtendedLifetime(reconcilers) {} }
        guard !extras.children.isEmpty else { return }
        let children = extras.children.all
        extras.children = ChildList()
        StopTraversal.stop(children, on: traversal)
    }

    /// Stores the parent's entry for the scene. From then on, the identity of the scene contains its place.
    func take(_ entry: ChildEntry) {
        // A scene that is already the child of another element remains the child of that element.
        guard (self.entry?.index ?? -1) < 0 else { return }
        self.entry = entry
        entry.isHeld = true
        extras?.events?.scene = identity
    }
}

extension SceneCore: ParentScene {
    @usableFromInline var isStopped: Bool { flags.contains(.stopped) }

    @usableFromInline
    func adopt(_ child: any SceneNode, as entry: ChildEntry) {
        guard !isStopped else { return child.stop() }
        requestEndNotification()
        ensureExtras().children.add(child, as: entry)
    }

    @usableFromInline
    func remove(_ child: FollowingChild) {
        // The child is removed before it stops, because code that runs during the stop may read the parent's children.
        if extras?.children.remove(child) == true { child.scene.stop() }
    }

    @usableFromInline
    func youngestFirst(_ children: [FollowingChild]) -> [FollowingChild] {
        extras?.children.youngestFirst(children) ?? []
    }
}
