extension SceneSnapshot {
    /// Assembles a scene that starts with its saved state, and whose children start with theirs.
    ///
    /// The first scene that `assemble` creates with a state of the saved type takes the saved state instead of its
    /// initial state. Its declarations (`present`, `stack`, `list`, `sources`) then create the children and open the
    /// sources of that state. No action is executed. A child whose saved state cannot be decoded, or belongs to another
    /// scene, starts with its initial state and is reported.
    ///
    /// - Parameters:
    ///   - coder: Decodes the states. It must match the coder that has encoded them.
    ///   - assemble: Assembles the scene.
    /// - Throws: ``SnapshotError`` if the state of the topmost scene cannot be decoded, if no scene has taken it, or if
    ///   the snapshot has more levels than ``greatestDepth``. Errors that `assemble` throws are passed on.
    @MainActor
    public func restore<Definition: SceneDefinition>(
        using coder: StateCoder, _ assemble: () throws -> SceneRuntime<Definition>
    ) throws -> SceneRuntime<Definition> {
        if isTooDeep { throw SnapshotError(code: .tooDeep, type: type, underlying: nil) }
        let restoration = Restoration(self, coder)
        let scene = try Restoration.during(restoration, assemble)
        if let error = restoration.end() { throw error }
        return scene
    }

    private var isTooDeep: Bool {
        var level = [self]
        for _ in 0..<Self.greatestDepth where !level.isEmpty { level = level.flatMap(\.children.values) }
        return !level.isEmpty
    }
}

extension SceneRuntime {
    /// The state of the scene, and of the children that follow it, as one value.
    ///
    /// Children that were added with `add` are not part of it. After a restoration, the app has to add them again.
    ///
    /// - Parameter coder: Encodes the states.
    /// - Throws: ``SnapshotError`` if the state of a scene is not `Codable` or could not be encoded, for example
    ///   because it is being changed; if there are more levels than ``SceneSnapshot/greatestDepth``; if two ids of a
    ///   list have the same text; or if a scene of the tree was stopped and has lost children that followed its state.
    public func snapshot(using coder: StateCoder) throws -> SceneSnapshot {
        let type = stableName(of: Definition.State.self)
        guard coder.depth < SceneSnapshot.greatestDepth else {
            throw SnapshotError(code: .tooDeep, type: type, underlying: nil)
        }
        guard !publisher.flags.contains(.mutating) else {
            publisher.report(.stateReadInMutate)
            throw SnapshotError(code: .encoding, type: type, underlying: nil)
        }
        guard publisher.extras?.hasLostChildren != true else {
            throw SnapshotError(code: .stopped, type: type, underlying: nil)
        }
        guard let state = publisher.state as? any Encodable else {
            throw SnapshotError(code: .notCodable, type: type, underlying: nil)
        }
        let text: String
        do {
            text = try coder.encode(state)
        } catch {
            throw SnapshotError(code: .encoding, type: type, underlying: error)
        }
        var below = coder
        below.depth += 1
        var children: [String: SceneSnapshot] = [:]
        for reconciler in publisher.extras?.childReconcilers ?? [] {
            for (key, scene) in reconciler.scenes {
                let other = try children.updateValue(scene.snapshot(using: below), forKey: key)
                if other != nil { throw SnapshotError(code: .ambiguousID, type: type, underlying: nil) }
            }
        }
        return SceneSnapshot(type: type, state: text, children: children)
    }
}
