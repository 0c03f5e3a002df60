internal import CIS

/// The domain states of all scenes at a time when nothing could run any more.
struct RestState: Sendable {
    private let scenes: [(identity: SceneIdentity, state: any SceneState)]

    init(_ scenes: [(SceneIdentity, any SceneState)]) {
        self.scenes = scenes
    }

    /// Whether the same scenes existed, and the one with this name had the same values at these paths of its domain state.
    func isSame(as other: RestState, at paths: [String], of scene: String) -> Bool {
        let (ours, theirs) = (byName, other.byName)
        guard ours.map(\.name) == theirs.map(\.name) else { return false }
        return zip(ours, theirs).allSatisfy { one, other in
            guard one.name == scene else { return true }
            return !Self.paths(from: one.state, to: other.state).contains { path in
                paths.contains { StateDifference.overlap(path, $0) }
            }
        }
    }

    /// The parts in which two domain states differ. The path of the whole is empty.
    static func paths(from old: any SceneState, to new: any SceneState) -> [String] {
        StateDifference.paths(from: old.domainState, to: new.domainState).map { $0 == "self" ? "" : $0 }
    }

    private var byName: [(name: String, state: any SceneState)] {
        scenes.map { ($0.identity.placedName, $0.state) }.sorted { $0.name < $1.name }
    }
}
