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
