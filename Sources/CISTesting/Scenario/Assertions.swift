internal import CIS

/// What a scenario has asserted so far, and what it has not.
@MainActor
final class Assertions {
    enum Subject: Hashable { case mutations, outputs }

    /// Whose mutations or outputs were looked at.
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
    /// The states by which the next change is judged, by scene.
    private var baselines: [UInt64: any SceneState] = [:]
    /// The paths that were asserted since, by scene.
    private var assertedPaths: [UInt64: [String]] = [:]

    init(_ recorder: EventRecorder) {
        self.recorder = recorder
    }

    /// Everything of this kind up to a record is checked, of all scenes of a definition.
    func noteSeen(_ subject: Subject, of definition: any Any.Type, before end: Int) {
        noteSeen(Seen(subject: subject, scope: .definition(ObjectIdentifier(definition))), before: end)
    }

    /// The same of one scene.
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

    /// The open sources that a test has said to be open, by their numbers in the tracker.
    private(set) var seenSources: Set<Int> = []

    func noteSeenSources(_ numbers: [Int]) {
        seenSources.formUnion(numbers)
    }

    /// The state by which the next change of a scene is judged.
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

    /// What has happened since the last ``forget()``, or since it was asserted, and was not asserted.
    var unasserted: [String] {
        var lines: [String] = []
        let names = SceneNames(of: recorder.scenes)
        for (index, record) in recorder.records.enumerated().dropFirst(forgottenRecords) {
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

    /// What has happened so far is not asked for any more. The next changes are judged by the states of now.
    func forget() {
        forgottenRecords = recorder.records.count
        for scene in recorder.scenes { rebase(scene.identity.number, to: scene.currentState) }
    }

    private var forgottenRecords = 0

    /// Whether one path leads through the other: who asserts the count of a list has looked at the list.
    private static func overlap(_ a: String, _ b: String) -> Bool {
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        return long == short || long.hasPrefix(short + ".") || long.hasPrefix(short + "[") || short.isEmpty
    }

    private func unassertedFields(_ names: SceneNames) -> [String] {
        recorder.scenes.flatMap { scene -> [String] in
            let number = scene.identity.number
            guard let baseline = baselines[number] else { return [] }
            let asserted = assertedPaths[number, default: []]
            return StateDifference.paths(from: baseline, to: scene.currentState)
                .filter { path in !asserted.contains { Self.overlap(path, $0) } }
                .map { "field \($0) of \(names[scene.identity])" }
        }
    }
}
