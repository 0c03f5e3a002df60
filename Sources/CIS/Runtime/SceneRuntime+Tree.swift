extension SceneRuntime: SceneNode {
    /// The scenes that this one owns and that have not been stopped, in the order in which they were added.
    ///
    /// The children of a ``SceneList`` are in the order of their creation, too. To get them in the order of the list,
    /// call `child(of:)` with the ids of its items.
    ///
    /// - Complexity: O(number of children).
    public var children: [any SceneNode] { publisher.extras?.children.all.filter { !$0.isKnownToBeStopped } ?? [] }

    /// The running and waiting actions as text: their values in debug builds and traced scenes, otherwise a count.
    public var actionDescriptions: [String] { publisher.knownRegistry?.descriptions() ?? [] }

    /// The state as text, or `(being changed)` while ``Store/mutate(_:by:)`` runs.
    public var stateDescription: String {
        publisher.flags.contains(.mutating) ? "(being changed)" : "\(publisher.storage.pointee)"
    }

    /// Adds a child. This scene owns it, receives its outputs, and stops it when it is stopped itself.
    ///
    /// - Parameters:
    ///   - child: The child, created with the initial state that the parent gives it.
    ///   - onOutput: Called on the main actor with this scene and the child's output, inside the child's `send`. It is
    ///     called at once for outputs that the child has sent before in this turn of the main actor.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The child, so that the `make` closure of a stack or list with children of several definitions can
    ///   return it.
    @discardableResult
    public func add<Child: SceneDefinition>(
        _ child: SceneRuntime<Child>, onOutput: @escaping @MainActor (SceneRuntime, Child.Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> SceneRuntime<Child> {
        let site = CallSite(fileID: fileID, line: line)
        guard publisher.add(child, at: site) else { return child }
        child.outputs?.connect(to: self, "onOutput of add", at: site, onOutput)
        child.publisher.deliverEarlyOutputs()
        return child
    }

    /// Adds a child that has no outputs or whose outputs are connected already. Adding the same child again has no
    /// effect.
    ///
    /// A scene that was stopped, or that is this scene or above it, is reported and not added. A scene that is the
    /// child of another one is reported.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func add(_ child: some SceneNode, fileID: StaticString = #fileID, line: UInt = #line) {
        _ = publisher.add(child, at: CallSite(fileID: fileID, line: line))
    }

    /// Stops a child and releases it. Does nothing for a scene that is not a child.
    ///
    /// Use it for children that were added with `add`. A child that follows the state ends when the state no longer
    /// contains its element.
    ///
    /// - Complexity: O(1).
    public func remove(_ child: any SceneNode) {
        // The child is removed before it stops, because code that runs during the stop may read the parent's children.
        if publisher.extras?.children.remove(child) == true { child.stop() }
    }
}
