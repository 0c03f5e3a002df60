/// A saved scene, while it is being assembled again.
@MainActor
final class Restoration {
    private let type: String
    private let coder: StateCoder
    /// Released at the end of the assembly, even if the restoration lives longer.
    private var snapshot: SceneSnapshot?
    private var isTaken = false
    private var error: SnapshotError?

    /// The restoration whose scene is being assembled. Set and restored without a suspension in between.
    private(set) static var current: Restoration?

    init(_ snapshot: SceneSnapshot, _ coder: StateCoder) {
        self.snapshot = snapshot
        self.coder = coder
        type = snapshot.type
    }

    static func during<Result>(_ restoration: Restoration?, _ assemble: () throws -> Result) rethrows -> Result {
        if restoration == nil, current == nil { return try assemble() }
        let outer = current
        current = restoration
        defer { current = outer }
        return try assemble()
    }

    /// Returns the saved state to the first scene whose state has the saved type.
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

    /// The saved children, until the end of the assembly.
    var children: SavedChildren? { snapshot.map { SavedChildren(snapshots: $0.children, coder: coder) } }

    /// Ends the assembly: scenes that are created later take no saved state. Returns the error, if it was not restored.
    func end() -> SnapshotError? {
        snapshot = nil
        return isTaken ? error : SnapshotError(code: .typeMismatch, type: type, underlying: nil)
    }
}

struct SavedChildren {
    let snapshots: [String: SceneSnapshot]
    let coder: StateCoder

    @MainActor
    subscript(key: String) -> Restoration? { snapshots[key].map { Restoration($0, coder) } }
}

/// The name of a type with its module, the same in every run. The Swift runtime puts an address into the name of a private
/// type. This function omits it.
package func stableName(of type: any Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    return parts.filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
}
