import CISInspector

/// Shows recordings as text.
package struct Timeline {
    /// Only lines that contain this text are shown. Upper and lower case do not matter.
    package var filter: String?
    /// Whether the changes of the state are shown below each mutation.
    package var showsChanges = false
    /// Whether the text has colors for a terminal.
    package var isColored = false

    /// Creates a timeline that shows everything.
    package init() {}

    // MARK: The whole

    /// The recording, one event per line. An event is indented below its cause.
    package func text(of recording: Recording) -> String {
        var lines = [heading(of: recording)]
        let types = Set(recording.scenes.flatMap { $0.types?.notCodable ?? [] }).sorted()
        lines += types.map { "\($0) is not Codable: its scene can be looked at, but not replayed.".inert }
        var depths: [Int: Int] = [:]
        var names: [Int: String] = [:]
        recording.forEachLine { line, states in
            if line.kind == .open, let scene = line.scene { names[scene] = "\(line.name)/\(scene)" }
            let depth = (line.cause ?? line.ended).map { (depths[$0] ?? -1) + 1 } ?? 0
            depths[line.number] = depth
            let name = line.scene.map { names[$0] ?? "scene \($0)" } ?? ""
            var sentence = line.sentence(namesScene: false)
            if line.opaque != nil { sentence += " (not replayable)" }
            let site = line.callSite.map { "  " + paint($0.inert, .faint) } ?? ""
            let indent = String(repeating: "  ", count: max(0, min(depth - (line.ended == nil ? 0 : 1), 20)))
            let number = Self.padded("#\(line.number)", 6)
            guard matches("\(name) \(sentence) \(line.callSite ?? "")") else { return }
            let shown = "\(Self.time(line.time)) \(number) \(indent)\(paint(sentence, .of(line.kind)))"
            lines.append("\(shown)  \(paint(name.inert, .faint))\(site)")
            guard showsChanges, let states else { return }
            for change in states.before.differences(to: states.after) {
                lines.append(String(repeating: " ", count: 20) + indent + paint(change.inert, .change))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func matches(_ text: String) -> Bool {
        filter.map { text.lowercased().contains($0.lowercased()) } ?? true
    }

    private func heading(of recording: Recording) -> String {
        let header = recording.header
        var text = "\(header.program) on \(header.platform), \(header.start): \(recording.lines.count) events, "
        text += "\(recording.scenes.count) scene\(recording.scenes.count == 1 ? "" : "s")"
        if header.folded > 0 { text += ", after \(header.folded) older ones that were folded" }
        if let seed = header.seed { text += ", seed \(seed)" }
        return text.inert
    }

    /// Counts of events and of mutations, and the slowest mutations.
    package func statistics(of recording: Recording) -> String {
        var lines: [String] = []
        for kind in RecordedLine.Kind.allCases {
            let count = recording.lines.count { $0.kind == kind }
            if count > 0 { lines.append("\(Self.padded("\(count)", 8))  \(kind.rawValue)") }
        }
        let mutations = recording.lines.filter { $0.kind == .mutation }
        let groups = Dictionary(grouping: mutations, by: \.name)
        for (name, group) in groups.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            let slowest = group.compactMap(\.duration).max() ?? 0
            lines.append("\(Self.padded("\(group.count)", 8))  mutation \(name.inert), at most \(slowest) µs")
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func time(_ microseconds: Int) -> String {
        let thousandths = "\(1000 + abs(microseconds % 1000))".dropFirst()
        return padded("\(microseconds / 1000).\(thousandths)", 12)
    }

    // MARK: Colors

    private enum Paint: String {
        case plain = "0"
        case faint = "2"
        case action = "1;36"
        case mutation = "33"
        case problem = "31"
        case change = "32"

        static func of(_ kind: RecordedLine.Kind) -> Paint {
            switch kind {
            case .action: .action
            case .mutation: .mutation
            case .drop, .cancel: .problem
            case .done, .answer: .faint
            default: .plain
            }
        }
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        isColored && paint != .plain ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
