import CIS

/// What a scenario has asserted so far, and what it has not.
@MainActor
final class Assertions {
    enum Subject: Hashable { case mutations, outputs }

    private struct Seen: Hashable {
        let subject: Subject
        let definition: ObjectIdentifier
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

    /// Everything of this kind that has happened so far is checked.
    func noteSeen(_ subject: Subject, of definition: any Any.Type) {
        seen[Seen(subject: subject, definition: ObjectIdentifier(definition))] = recorder.records.count
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

    /// What has happened since the last call, or since it was asserted, and was not asserted. Forgets it.
    func takeUnasserted() -> [String] {
        var lines: [String] = []
        for (index, record) in recorder.records.enumerated() {
            let subject: Subject
            let text: String
            switch record.event.kind {
            case .mutation(let mutation): (subject, text) = (.mutations, "mutation \(describe(mutation))")
            case .output(let output): (subject, text) = (.outputs, "output \(describe(output))")
            default: continue
            }
            let seen = Seen(subject: subject, definition: ObjectIdentifier(record.event.scene.type))
            if index >= max(self.seen[seen, default: 0], checkedRecords) {
                lines.append("\(text) of \(record.event.scene.name)")
            }
        }
        checkedRecords = recorder.records.count
        return lines + takeUnassertedFields()
    }

    private var checkedRecords = 0

    /// Whether one path leads through the other: who asserts the count of a list has looked at the list.
    private static func overlap(_ a: String, _ b: String) -> Bool {
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        return long == short || long.hasPrefix(short + ".") || long.hasPrefix(short + "[") || short.isEmpty
    }

    private func takeUnassertedFields() -> [String] {
        var lines: [String] = []
        for scene in recorder.scenes {
            let number = scene.identity.number
            let current = scene.currentState
            if let baseline = baselines[number] {
                let asserted = assertedPaths[number, default: []]
                for path in StateDifference.paths(from: baseline, to: current)
                where !asserted.contains(where: { Self.overlap(path, $0) }) {
                    lines.append("field \(path) of \(scene.identity.name)")
                }
            }
            rebase(number, to: current)
        }
        return lines
    }
}
