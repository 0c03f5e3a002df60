internal import CIS

/// The domain states of all scenes at a time when nothing could run any more.
struct RestState: Sendable {
    private let scenes: [(identity: SceneIdentity, state: any SceneState)]

    init(_ scenes: [(SceneIdentity, any SceneState)]) {
        self.scenes = scenes
    }

    /// Whether the same scenes existed, with equal domain states.
    func isSame(as other: RestState) -> Bool {
        guard scenes.count == other.scenes.count else { return false }
        return zip(byName, other.byName).allSatisfy { one, other in
            one.name == other.name && areEqual(one.state.domainState as Any, other.state.domainState as Any)
        }
    }

    private var byName: [(name: String, state: any SceneState)] {
        scenes.map { ($0.identity.placedName, $0.state) }.sorted { $0.name < $1.name }
    }
}
