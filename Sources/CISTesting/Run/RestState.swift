internal import CIS

/// The domain states of all scenes at a time when nothing could run any more.
struct RestState: Sendable {
    private let scenes: [(identity: SceneIdentity, state: any SceneState)]
    /// The times of the clocks.
    private let clocks: [Duration]

    init(_ scenes: [(SceneIdentity, any SceneState)], clocks: [Duration]) {
        self.scenes = scenes
        self.clocks = clocks
    }

    /// Whether the same scenes existed, and the one with this name had the same values at these paths of its domain state.
    func isSame(as rest: RestState, at paths: [String], of scene: String) -> Bool {
        let (ours, theirs) = (byName, rest.byName)
        guard ours.map(\.name) == theirs.map(\.name) else { return false }
        return zip(ours, theirs).allSatisfy { one, other in
            guard one.name == scene else { return true }
            let differing = Self.paths(from: one.state, to: other.state) { isAsLongAgo($0, $1, at: rest.clocks) }
            return !differing.contains { path in paths.contains { StateDifference.overlap(path, $0) } }
        }
    }

    /// The parts in which two domain states differ. The path of the whole is empty.
    static func paths(
        from old: any SceneState, to new: any SceneState,
        unless isSame: @escaping (Any, Any) -> Bool = { _, _ in false }
    ) -> [String] {
        StateDifference.paths(from: old.domainState, to: new.domainState, unless: isSame).map { $0 == "self" ? "" : $0 }
    }

    /// Whether two times are as far from those of the clocks: in each order another time passes.
    private func isAsLongAgo(_ one: Any, _ other: Any, at others: [Duration]) -> Bool {
        guard let one = Self.time(one), let other = Self.time(other) else { return false }
        return zip(clocks, others).contains { now, then in
            let error = (one - now) - (other - then)
            return error > .milliseconds(-1) && error < .milliseconds(1)
        }
    }

    private static func time(_ value: Any) -> Duration? {
        switch value {
        case let time as Duration: return time
        default:
            // A `Date`, whose library this one does not import.
            let part = Mirror(reflecting: value).children.first
            guard part?.label == "timeIntervalSinceReferenceDate" else { return nil }
            return (part?.value as? Double).map { .seconds($0) }
        }
    }

    private var byName: [(name: String, state: any SceneState)] {
        scenes.map { ($0.identity.placedName, $0.state) }.sorted { $0.name < $1.name }
    }
}
