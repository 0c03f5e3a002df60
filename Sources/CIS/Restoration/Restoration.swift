/// A saved scene that is being assembled again.
@MainActor
final class Restoration {
    let snapshot: SceneSnapshot
    let coder: StateCoder
    private(set) var isTaken = false
    private(set) var error: SnapshotError?

    /// The one whose scene is being assembled. Set and restored within one main-actor stretch.
    private(set) static var current: Restoration?

    init(_ snapshot: SceneSnapshot, _ coder: StateCoder) {
        self.snapshot = snapshot
        self.coder = coder
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
        guard !isTaken, snapshot.type == String(reflecting: type) else { return nil }
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
}

extension SceneRuntime {
    /// The scene, and the children that follow its state, as one value.
    ///
    /// Children that were added by hand are not part of it: what assembled them does so again.
    ///
    /// - Parameter coder: Encodes the states.
    /// - Throws: ``SnapshotError`` if the state of one of the scenes is not `Codable`, or could not be encoded.
    public func snapshot(using coder: StateCoder) throws -> SceneSnapshot {
        let type = String(reflecting: Definition.State.self)
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
        for keeper in publisher.rare?.childKeepers ?? [] {
            for (key, child) in keeper.children { children[key] = try child.snapshot(using: coder) }
        }
        return SceneSnapshot(type: type, state: text, children: children)
    }
}
