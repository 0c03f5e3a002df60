/// A saved scene that is being assembled again.
@MainActor
final class Restoration {
    private let type: String
    private let coder: StateCoder
    /// Let go at the end: whoever keeps the restoration need not keep what was saved.
    private var snapshot: SceneSnapshot?
    private var isTaken = false
    private var error: SnapshotError?

    /// The one whose scene is being assembled. Set and restored within one main-actor stretch.
    private(set) static var current: Restoration?

    init(_ snapshot: SceneSnapshot, _ coder: StateCoder) {
        self.snapshot = snapshot
        self.coder = coder
        type = snapshot.type
    }

    /// Runs an assembly with the given restoration, or with none.
    static func during<Result>(_ restoration: Restoration?, _ assemble: () throws -> Result) rethrows -> Result {
        let outer = current
        current = restoration
        defer { current = outer }
        return try assemble()
    }

    /// The saved state, for the first scene that fits.
    func take<State>(_ type: State.Type) -> State? {
        guard !isTaken, let snapshot, snapshot.type == stableName(of: type) else { return nil }
        isTaken = true
        guard let decodable = type as? any Decodable.Type else {
            error = SnapshotError(code: .notCodable, type: snapshot.type, underlying: nil)
            return nil
        }
        do {
            if let state = try coder.decode(decodable, snapshot.state) as? State { return state }
            error = SnapshotError(code: .decoding, type: snapshot.type, underlying: nil)
        } catch {
            self.error = SnapshotError(code: .decoding, type: snapshot.type, underlying: error)
        }
        return nil
    }

    /// What was saved of the children. Known until the end of the assembly.
    var children: SavedChildren? { snapshot.map { SavedChildren(snapshots: $0.children, coder: coder) } }

    /// Ends the assembly: what is made later takes nothing.
    ///
    /// - Returns: Why the saved state is not the scene's now, if so.
    func end() -> SnapshotError? {
        snapshot = nil
        return isTaken ? error : SnapshotError(code: .typeMismatch, type: type, underlying: nil)
    }
}

/// What was saved of the children of a scene that is being assembled again.
struct SavedChildren {
    let snapshots: [String: SceneSnapshot]
    let coder: StateCoder

    @MainActor
    subscript(key: String) -> Restoration? { snapshots[key].map { Restoration($0, coder) } }
}

/// The name of a type, the same in every run. Where a type is private, the runtime puts an address into its name.
func stableName(of type: any Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    return parts.filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
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
