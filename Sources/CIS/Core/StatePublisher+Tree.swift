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

    /// Stores the scene's place in its parent. From then on, the identity of the scene contains the place.
    func take(_ place: ScenePlace) {
        let extras = ensureExtras()
        extras.place = place
        extras.events?.scene = identity
    }

    /// Sorts children of this scene, the youngest first.
    func youngestFirst(_ children: [any SceneNode]) -> [any SceneNode] {
        extras?.children.youngestFirst(children) ?? children
    }
}
