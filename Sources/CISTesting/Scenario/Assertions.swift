internal import CIS

/// Keeps track of what a scenario has asserted.
@MainActor
final class Assertions {
    enum Subject: Hashable { case mutations, outputs }

    /// The scenes whose mutations or outputs were asserted.
    private enum Scope: Hashable {
        case definition(ObjectIdentifier)
        case scene(UInt64)
    }

    private struct Seen: Hashable {
        let subject: Subject
        let scope: Scope
    }

    private let recorder: EventRecorder
    private var seen: [Seen: Int] = [:]
    /// The state that the next change is compared with, by scene.
    private var baselines: [UInt64: any SceneState] = [:]
    /// The paths that were asserted since the baseline was set, by scene.
    private var assertedPaths: [UInt64: [String]] = [:]

    init(_ recorder: EventRecorder) {
        self.recorder = recorder
    }

    /// Marks the mutations or outputs before the record `end` as asserted, for all scenes of a definition.
    func noteSeen(_ subject: Subject, of definition: any Any.Type, before end: Int) {
        noteSeen(Seen(subject: subject, scope: .definition(ObjectIdentifier(definition))), before: end)
    }

    /// Marks the mutations or outputs before the record `end` as asserted, for one scene.
    func noteSeen(_ subject: Subject, ofScene number: UInt64, before end: Int) {
        noteSeen(Seen(subject: subject, scope: .scene(number)), before: end)
    }

    private func noteSeen(_ key: Seen, before end: Int) {
        seen[key] = max(seen[key, default: 0], end)
    }

    private func isSeen(_ subject: Subject, of scene: SceneIdentity, at index: Int) -> Bool {
        [Scope.definition(ObjectIdentifier(scene.type)), .scene(scene.number)].contains { scope in
            index < seen[Seen(subject: subject, scope: scope), default: 0]
        }
    }

    /// The open sources that the test has named, by the numbers of their tracked tasks.
    private(set) var seenSources: Set<Int> = []

    func noteSeenSources(_ numbers: [Int]) {
        seenSources.formUnion(numbers)
    }

    /// The state that the next change of a scene is compared with.
    func baseline<State: SceneState>(of number: UInt64, as type: State.Type) -> State? {
        baselines[number] as? State
    }

    func rebase(_ number: UInt64, to state: any SceneState) {
        baselines[number] = state
        assertedPaths[number] = []
    }

    func noteAsserted(path: String, of number: UInt64) {
        assertedPaths[number, default: []].append(path)
    }

    /// Everything that has happened since the last ``forget()`` and was not asserted, one line each.
    var unasserted: [String] {
        var lines: [String] = []
        let names = SceneNames(of: recorder.scenes)
        let records = recorder.records
        for index in forgottenRecords..<records.count {
            let record = records[index]
            let subject: Subject
            let text: String
            switch record.event.kind {
            case .mutation(let mutation): (subject, text) = (.mutations, "mutation \(describe(mutation))")
            case .output(let output): (subject, text) = (.outputs, "output \(describe(output))")
            default: continue
            }
            let scene = record.event.scene
            if !isSeen(subject, of: scene, at: index) { lines.append("\(text) of \(names[scene])") }
        }
        return lines + unassertedFields(names)
    }

    /// Forgets everything that has happened so far. Later changes are compared with the current states.
    func forget() {
        forgottenRecords = recorder.records.count
        for scene in recorder.scenes { rebase(scene.identity.number, to: scene.currentState) }
    }

    private var forgottenRecords = 0

    private func unassertedFields(_ names: SceneNames) -> [String] {
        recorder.scenes.flatMap { scene -> [String] in
            let number = scene.identity.number
            guard let baseline = baselines[number] else { return [] }
            let asserted = assertedPaths[number, default: []]
            return StateDifference.paths(from: baseline, to: scene.currentState)
                .filter { path in !asserted.contains { StateDifference.overlap(path, $0) } }
                .map { "field \($0) of \(names[scene.identity])" }
        }
    }
}
