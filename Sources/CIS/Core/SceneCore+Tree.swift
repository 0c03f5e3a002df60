extension SceneCore {
    /// Stops the children of the scene, youngest first.
    ///
    /// - Parameter traversal: The traversal that is stopping the scene itself.
    func stopChildren(on traversal: StopTraversal? = nil) {
        guard let extras else { return }
        let reconcilers = extras.childReconcilers
        extras.childReconcilers = []
        if reconcilers.contains(where: \.hasChildren) { extras.hasLostChildren = true }
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
        // Without extras a scene has no children, so no other scene is below it.
        guard extras == nil, flags.isDisjoint(with: [.stopped, .hasParent, .hasEarlyOutputs]) else { return }
        flags.insert(.hasParent)
        entry.needsCheck = false
    }
}

extension SceneCore: ParentScene {
    @usableFromInline var isStopped: Bool { flags.contains(.stopped) }

    @usableFromInline
    func adopt(_ child: any SceneNode, as entry: ChildEntry, at site: CallSite) -> Bool {
        guard !isStopped else {
            child.stop()
            return true
        }
        if entry.needsCheck {
            switch check(child, at: site) {
            case .fit: break
            case .stopped: return true
            case .cyclic: return false
            }
        }
        requestEndNotification()
        ensureExtras().children.add(child, as: entry)
        return true
    }

    /// Adds a child by hand.
    ///
    /// - Returns: Whether it is a child now.
    func add(_ child: any SceneNode, at site: CallSite) -> Bool {
        guard !isStopped else {
            child.stop()
            return false
        }
        if extras?.children.contains(child) == true { return true }
        guard case .fit = check(child, at: site) else { return false }
        requestEndNotification()
        ensureExtras().children.add(child)
        (child as? any SceneWithCore)?.core.ensureExtras().parent = self
        return true
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

// MARK: - Outputs to the parent

extension SceneCore: OutputScene {
    var currentReporter: DiagnosticReporter { reporter }

    func willSend(_ output: some Sendable, at site: CallSite) -> OpenEvent? {
        events?.begin(.output(output), cause: currentCause, at: site)
    }

    func keepsOutput() {
        flags.insert(.hasEarlyOutputs)
    }

    /// Delivers the outputs that the scene has sent before its parent was connected.
    func deliverEarlyOutputs() {
        guard flags.contains(.hasEarlyOutputs) else { return }
        flags.remove(.hasEarlyOutputs)
        (port as? any ScenePort)?.deliverEarlyOutputs()
    }

    /// The port of the scene, created at the first access.
    func outputs<Output>() -> OutputPort<Output> {
        if let port = port as? OutputPort<Output> { return port }
        let port = OutputPort<Output>()
        take(port)
        return port
    }

    /// Uses a port as the scene's own.
    func take(_ port: OutputPort<some Sendable>) {
        port.scene = self
        self.port = port
        requestEndNotification()
    }
}

// MARK: - Scenes that cannot be children

extension SceneCore {
    private enum NewChild { case fit, stopped, cyclic }

    /// Reports a new child that was stopped, that is a child already, or that this scene is below.
    private func check(_ child: any SceneNode, at site: CallSite) -> NewChild {
        guard let core = (child as? any SceneWithCore)?.core else { return .fit }
        if core.isStopped {
            report(child, "was stopped before, so it drops every action", "Assemble a new scene for each child.", site)
            return .stopped
        }
        if isBelow(core) {
            report(child, "is this scene, or a scene above it, so it was not added", "A tree has no cycles.", site)
            return .cyclic
        }
        if core.flags.contains(.hasParent), extras?.children.wasAddedByHand(child) != true {
            report(
                child, "is a child already, so it ends with the first of its parents or elements",
                "Assemble a scene of its own for each child.", site)
        }
        core.flags.insert(.hasParent)
        return .fit
    }

    private func report(_ child: any SceneNode, _ problem: String, _ remedy: String, _ site: CallSite) {
        let text = "The scene \(child.identity) was made or added as a child, but it \(problem). \(remedy)"
        report(SceneDiagnostic(kind: .other(text), scene: identity, callSite: site))
    }

    /// Whether this scene is another one or below it.
    ///
    /// - Complexity: O(1) for a new child without children of its own, and for a parent that has no parent yet.
    ///   Otherwise O(number of scenes below the new child).
    private func isBelow(_ other: SceneCore) -> Bool {
        if other === self { return true }
        guard flags.contains(.hasParent), let extras = other.extras, !extras.children.isEmpty else { return false }
        var waiting = extras.children.all
        while let scene = waiting.popLast() {
            if (scene as? any SceneWithCore)?.core === self { return true }
            waiting += scene.children
        }
        return false
    }
}

/// A scene of any definition, with the part that does not depend on the definition.
@MainActor
protocol SceneWithCore: SceneNode {
    var core: SceneCore { get }
}

extension SceneNode {
    /// Whether the scene was stopped. `false` for a node of another type, which cannot tell.
    var isKnownToBeStopped: Bool { (self as? any SceneWithCore)?.core.isStopped ?? false }
}
