internal import CIS

/// Finds stale writes of domain state (guarantee G8): one task reads the domain state, another task changes it, and
/// then the first task writes a value that it computed from the old state.
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

    func noteRead(of scene: UInt64, by task: Int) {
        reads[task, default: [:]][scene] = versions[scene, default: 0]
    }

    /// Called before a mutation. Returns a function to call after it.
    func willMutate(
        _ scene: any InspectableScene, by mutation: any Sendable, isFollowUp: Bool
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard isOn else { return nil }
        let number = scene.identity.number
        let before = Self.domain(of: scene.currentState)
        let task = isFollowUp ? nil : TrackedTask.ofThisTask?.number
        return { [weak scene] _ in
            guard let scene else { return }
            let hasChanged = !areEqual(before, Self.domain(of: scene.currentState))
            if hasChanged { self.writing[number, default: []].insert(EnumCaseName.of(mutation)) }
            // A mutation without a change can be a lost update: if two tasks increment a counter from 0, both write 1, and
            // the second write changes nothing.
            guard hasChanged || self.writing[number]?.contains(EnumCaseName.of(mutation)) == true else { return }
            let version = self.versions[number, default: 0]
            if hasChanged { self.versions[number] = version + 1 }
            guard let task, let read = self.reads[task]?[number] else { return }
            if read < version {
                self.found.append(
                    "A stale write: \(describe(mutation)) wrote the domain state of \(scene.identity.placedName) with a value that was read "
                        + "before something else changed it. Read it again after the last await before the mutation, "
                        + "or execute the mutation basedOn: the snapshot's revision.")
            } else if hasChanged {
                self.reads[task]?[number] = version + 1
            }
        }
    }

    private static func domain(of state: any SceneState) -> any Sendable { state.domainState }
}
