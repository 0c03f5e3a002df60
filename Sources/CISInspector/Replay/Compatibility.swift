/// Whether a recording of another version of a program can be replayed by this one.
public enum Compatibility: Sendable, Hashable, CustomStringConvertible {
    /// The types are the same.
    case fine
    /// It can probably be replayed. The differences are listed.
    case risky([String])
    /// It cannot be replayed. The reasons are listed first.
    case impossible([String])

    /// The grade and the differences, one per line.
    public var description: String {
        switch self {
        case .fine: "fine"
        case .risky(let texts): (["risky:"] + texts.map(\.inert)).joined(separator: "\n  ")
        case .impossible(let texts): (["impossible:"] + texts.map(\.inert)).joined(separator: "\n  ")
        }
    }
}

extension Recording {
    /// Compares the types of the recorded scenes with those of this program.
    ///
    /// - Parameter types: The types of this program's scenes, as `SceneTypes(of: Counter.self)`.
    /// - Returns: The grade. A scene of which no types are given is not compared.
    public func compatibility(with types: [SceneTypes]) -> Compatibility { grade(types, header.program) }

    /// Compares program and types with those of a later recording.
    package func compatibility(with other: Recording) -> Compatibility {
        let own = Set(scenes.compactMap(\.types))
        return grade(other.scenes.compactMap(\.types).filter { !own.contains($0) }, other.header.program)
    }

    private func grade(_ types: [SceneTypes], _ program: String) -> Compatibility {
        var (risks, reasons): ([String], [String]) = ([], [])
        if program != header.program { risks.append("The program is \(header.program), and not \(program).") }
        if header.version > RecordingHeader.currentVersion {
            risks.append("The file has version \(header.version) of the format. What this version adds is not read.")
        }
        var seen: Set<SceneTypes> = []
        for old in scenes.compactMap(\.types) where seen.insert(old).inserted {
            guard let new = types.first(where: { $0.state == old.state }) else { continue }
            compare(old, new, &risks, &reasons)
        }
        if !reasons.isEmpty { return .impossible(reasons + risks) }
        return risks.isEmpty ? .fine : .risky(risks)
    }

    private func compare(_ old: SceneTypes, _ new: SceneTypes, _ risks: inout [String], _ reasons: inout [String]) {
        for type in Set(old.notCodable + new.notCodable).sorted() { reasons.append("\(type) is not Codable.") }
        for (name, type) in old.fields.sorted(by: { $0.key < $1.key }) {
            switch new.fields[name] {
            case nil: risks.append("The field \(name) of \(old.state) is gone.")
            case type?: break
            case let other?: reasons.append("The field \(name) of \(old.state) was a \(type), and is a \(other).")
            }
        }
        for (name, type) in new.fields.sorted(by: { $0.key < $1.key }) where old.fields[name] == nil {
            let text = "The field \(name) of \(old.state) is new."
            if type.hasPrefix("Optional<") { risks.append(text) } else { reasons.append(text) }
        }
        guard let oldCases = old.mutationCases, let newCases = new.mutationCases else { return }
        let used = Set(lines.filter { $0.kind == .mutation }.map(\.name))
        for name in oldCases where !newCases.contains(name) {
            let text = "The mutation \(name) of \(old.name) is gone"
            if used.contains(name) { reasons.append("\(text), and was recorded.") } else { risks.append("\(text).") }
        }
        for name in newCases where !oldCases.contains(name) {
            risks.append("The mutation \(name) of \(old.name) is new.")
        }
    }
}
