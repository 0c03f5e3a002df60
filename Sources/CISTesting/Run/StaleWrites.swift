internal import CIS

/// Finds stale writes of domain state (G8): a task reads the domain state, another one changes it, and the first writes what
/// it computed from the old value.
@MainActor
final class StaleWrites {
    /// The stale writes found so far, as messages.
    private(set) var found: [String] = []
    /// Counts the changes of each scene's domain state.
    private var versions: [UInt64: Int] = [:]
    /// The cases of mutations that have changed a domain state, by scene.
    private var writing: [UInt64: Set<String>] = [:]
    /// The version that each tracked task has read last, by scene.
    private var reads: [Int: [UInt64: Int]] = [:]
    var isOn = false

    nonisolated init() {}

    func noteRead(of scene: UInt64, by activity: Int) {
        reads[activity, default: [:]][scene] = versions[scene, default: 0]
    }

    /// Called before a mutation. Returns what to call after it.
    func willMutate(
        _ scene: any InspectableScene, by mutation: any Sendable, isFollowUp: Bool
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard isOn else { return nil }
        let number = scene.identity.number
        let before = Self.domain(of: scene.currentState)
        let activity = isFollowUp ? nil : TrackedTask.ofThisTask?.number
        return { [weak scene] _ in
            guard let scene else { return }
            let hasChanged = !areEqual(before, Self.domain(of: scene.currentState))
            if hasChanged { self.writing[number, default: []].insert(EnumCaseName.of(mutation)) }
            // Two that count from 0 both write 1: the second changes nothing, and is the one that is lost.
            guard hasChanged || self.writing[number]?.contains(EnumCaseName.of(mutation)) == true else { return }
            let version = self.versions[number, default: 0]
            if hasChanged { self.versions[number] = version + 1 }
            guard let activity, let read = self.reads[activity]?[number] else { return }
            if read < version {
                self.found.append(
                    "A stale write: \(describe(mutation)) wrote the domain state of \(scene.identity.placedName) with what was read "
                        + "before something else changed it. Read it again after the await, in the same stretch as "
                        + "the mutation, or execute the mutation basedOn: the snapshot's revision.")
            } else if hasChanged {
                self.reads[activity]?[number] = version + 1
            }
        }
    }

    private static func domain(of state: any SceneState) -> any Sendable { state.domainState }
}
