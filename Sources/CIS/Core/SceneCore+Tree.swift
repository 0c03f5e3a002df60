// MARK: - Stopping

extension SceneCore {
    /// Ends the scene of this core and everything below it: a parent before its children, the youngest child first.
    func stop(_ scene: any SceneNode) {
        Self.stopAll(endAlone(scene))
    }

    func stopChildren() {
        Self.stopAll(takeChildren())
    }

    /// Stops scenes and everything below them, the last one first. A loop, so that the call stack does not grow with the
    /// depth of the tree.
    private static func stopAll(_ scenes: [any SceneNode]) {
        var rest = scenes
        while let scene = rest.popLast() {
            if let core = scene.knownCore { rest += core.endAlone(scene) } else { scene.stop() }
        }
    }

    /// Ends the scene, but not its children, and returns these.
    private func endAlone(_ scene: any SceneNode) -> [any SceneNode] {
        guard !isStopped else { return [] }
        flags.insert(.stopped)
        // Before anything else, because code that runs during the stop may read the parent's children.
        _ = extras?.parent?.extras?.children.remove(scene, as: asChild)
        end()
        events?.report(.stopped, cause: SceneEvent.currentCause)
        endObservers()
        asChild?.hasStopped()
        port?.disconnect()
        return takeChildren()
    }

    private func takeChildren() -> [any SceneNode] {
        guard let extras else { return [] }
        let reconcilers = extras.childReconcilers
        extras.childReconcilers = []
        if reconcilers.contains(where: \.hasChildren) { extras.hasLostChildren = true }
        // Last, because the readers, and the items that the children hold, may look for children or stop them.
        defer { for reconciler in reconcilers { reconciler.field.forgetReaders() } }
        let children = extras.children.all
        extras.children = ChildList()
        return children
    }

    // MARK: - Children

    var isStopped: Bool { flags.contains(.stopped) }

    func scene(of child: FollowingChild) -> (any SceneNode)? { extras?.children.scene(of: child) }

    /// Takes a scene as the child of an element. Returns `false` if the scene cannot be a child of this one.
    func adopt(_ scene: any SceneNode, as child: FollowingChild, at site: CallSite) -> Bool {
        guard !isStopped else {
            scene.stop()
            return true
        }
        let core = scene.knownCore
        switch check(scene, core, at: site) {
        case .fit: break
        case .stopped: return true
        case .cyclic: return false
        }
        requestEndNotification()
        core?.take(child)
        ensureExtras().children.add(scene, as: child, known: core?.asChild)
        // A scene that was added by hand follows the state from now on: when it is stopped, it keeps its place.
        if core?.extras?.parent === self { core?.extras?.parent = nil }
        core?.port?.deliverEarlyOutputs()
        return true
    }

    /// Stores how the parent knows the scene. From then on, the identity of the scene contains its place.
    private func take(_ child: FollowingChild) {
        // A scene that is already the child of another element remains the child of that element.
        guard (asChild?.index ?? -1) < 0 else { return }
        asChild = child
        child.isKnownToCore = true
        extras?.events?.scene = identity
    }

    /// Adds a child by hand. Returns whether it is a child now.
    func add(_ scene: any SceneNode, at site: CallSite) -> Bool {
        guard !isStopped else {
            scene.stop()
            return false
        }
        let core = scene.knownCore
        let isStopped = core?.isStopped == true
        if !isStopped, extras?.children.contains(scene, as: core?.asChild) == true { return true }
        guard case .fit = check(scene, core, at: site) else { return false }
        requestEndNotification()
        ensureExtras().children.add(scene)
        core?.ensureExtras().parent = self
        return true
    }

    // In both functions the child is removed before it stops, because code that runs during the stop may read the parent's
    // children.

    func remove(_ child: FollowingChild) {
        let scene = extras?.children.remove(child)
        scene?.stop()
    }

    func remove(_ scene: any SceneNode) {
        if extras?.children.remove(scene, as: scene.knownCore?.asChild) == true { scene.stop() }
    }

    // MARK: - Outputs to the parent

    func outputs<Output>() -> OutputPort<Output> {
        if let port = port as? OutputPort<Output> { return port }
        let port = OutputPort<Output>()
        take(port)
        return port
    }

    func take(_ port: _ScenePort) {
        port.scene = self
        self.port = port
        requestEndNotification()
    }

    // MARK: - Scenes that cannot be children

    private enum NewChild { case fit, stopped, cyclic }

    /// Reports a new child that was stopped, that is a child already, or that this scene is below.
    private func check(_ child: any SceneNode, _ core: SceneCore?, at site: CallSite) -> NewChild {
        guard let core else { return .fit }
        if core.isStopped {
            report(child, "was stopped before, so it drops every action", "Assemble a new scene for each child.", site)
            return .stopped
        }
        if isBelow(core) {
            report(child, "is this scene, or a scene above it, so it was not added", "A tree has no cycles.", site)
            return .cyclic
        }
        if core.hasParent, extras?.children.wasAddedByHand(child) != true {
            report(
                child, "is a child already, so it ends with the first of its parents or elements",
                "Assemble a scene of its own for each child.", site)
        }
        return .fit
    }

    private var hasParent: Bool { asChild != nil || extras?.parent != nil }

    private func report(_ child: any SceneNode, _ problem: String, _ remedy: String, _ site: CallSite) {
        let text = "The scene \(child.identity) was made or added as a child, but it \(problem). \(remedy)"
        report(.other(text), at: site)
    }

    /// Whether this scene is another one or below it. O(1) for a new child without children of its own, and for a
    /// parent that has no parent yet. Otherwise O(number of scenes below the new child).
    private func isBelow(_ other: SceneCore) -> Bool {
        if other === self { return true }
        guard hasParent, let extras = other.extras, !extras.children.isEmpty else { return false }
        var rest = extras.children.all
        // By mistake, a node of another type may be below itself.
        var seen: Set<ObjectIdentifier> = []
        while let scene = rest.popLast() {
            if scene.knownCore === self { return true }
            if scene.knownCore != nil || seen.insert(ObjectIdentifier(scene)).inserted { rest += scene.children }
        }
        return false
    }
}

extension SceneNode {
    /// The core of a scene. `nil` for a node of another type.
    var knownCore: SceneCore? { _core as? SceneCore }

    /// Whether the scene was stopped. `false` for a node of another type, which cannot tell.
    var isKnownToBeStopped: Bool { knownCore?.isStopped ?? false }
}
