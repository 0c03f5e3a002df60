// Saving a tree of scenes, and restoring it.

extension SceneSnapshot {
    /// Assembles a scene that starts from its saved state, with the children it had, in their saved states.
    ///
    /// The first scene made inside `assemble` whose state has the saved type takes the saved state in place of the one
    /// it was given; its children come from its own `present`, `stack` and `list` declarations, and its sources are opened, as
    /// the state asks for. No action is executed. A child whose saved state cannot be decoded, or is that of another
    /// scene, starts as its route says, and is reported.
    ///
    /// - Parameters:
    ///   - coder: Decodes the states, as they were encoded.
    ///   - assemble: Makes the scene, as at any other start.
    /// - Throws: ``SnapshotError`` if the state of the scene itself cannot be decoded, no scene took it, or the snapshot has
    ///   more levels than ``greatestDepth``; what `assemble` throws.
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
    /// The scene, and the children that follow its state, as one value.
    ///
    /// Children that were added by hand are not part of it: what assembled them does so again.
    ///
    /// - Parameter coder: Encodes the states.
    /// - Throws: ``SnapshotError`` if the state of one of the scenes is not `Codable`, or could not be encoded, as while it
    ///   is being changed, if there are more levels of scenes than ``SceneSnapshot/greatestDepth``, or if two ids of a list
    ///   are the same as text.
    public func snapshot(using coder: StateCoder) throws -> SceneSnapshot {
        let type = stableName(of: Definition.State.self)
        SnapshotDepth.current += 1
        defer { SnapshotDepth.current -= 1 }
        guard SnapshotDepth.current <= SceneSnapshot.greatestDepth else {
            throw SnapshotError(code: .tooDeep, type: type, underlying: nil)
        }
        guard !publisher.flags.contains(.mutating) else {
            publisher.reportReadInMutate()
            throw SnapshotError(code: .encoding, type: type, underlying: nil)
        }
        guard let state = publisher.storage.pointee as? any Encodable else {
            throw SnapshotError(code: .notCodable, type: type, underlying: nil)
        }
        let text: String
        do {
            text = try coder.encode(state)
        } catch {
            throw SnapshotError(code: .encoding, type: type, underlying: error)
        }
        var children: [String: SceneSnapshot] = [:]
        for reconciler in publisher.extras?.childReconcilers ?? [] {
            for (key, child) in reconciler.children {
                let other = children.updateValue(try child.snapshot(using: coder), forKey: key)
                if other != nil { throw SnapshotError(code: .ambiguousID, type: type, underlying: nil) }
            }
        }
        return SceneSnapshot(type: type, state: text, children: children)
    }
}

/// How many scenes are being saved, each as part of the one before. All of it within one main-actor stretch.
@MainActor
private enum SnapshotDepth {
    static var current = 0
}
