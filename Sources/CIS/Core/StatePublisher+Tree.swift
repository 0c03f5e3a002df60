extension StatePublisher {
    /// Stops the children of the scene, youngest first.
    ///
    /// - Parameter traversal: The traversal that is stopping the scene itself.
    func stopChildren(on traversal: StopTraversal? = nil) {
        guard let extras else { return }
        extras.childReconcilers = []
        guard !extras.children.isEmpty else { return }
        let children = extras.children.all
        extras.children = ChildList()
        StopTraversal.stop(children, on: traversal)
    }

    /// Stores what the parent knows of the scene. From then on, the identity of the scene contains its place.
    func take(_ entry: ChildEntry) {
        self.entry = entry
        extras?.events?.scene = identity
    }
}
