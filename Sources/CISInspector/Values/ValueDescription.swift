internal import CIS
internal import CISReflection

/// Describes values that are not `Codable`, in the form that an encoding would have.
struct ValueDescription {
    /// The greatest number of parts of one value that are described.
    static let greatestSize = 20_000
    /// The greatest number of levels.
    private static let greatestDepth = 32

    let recorder: ValueRecorder

    func describe(_ value: Any, _ budget: inout Int) -> RecordedValue {
        let type = type(of: value)
        if value is any SecretValue { return recorder.redacted(type) }
        if let marked = recorder.redactedCase(value) { return marked }
        budget -= 1
        guard budget > 0, recorder.depth < Self.greatestDepth else { return .opaque("\(type)", "not shown") }
        recorder.depth += 1
        defer { recorder.depth -= 1 }
        var described = parts(of: value, &budget)
        recorder.redactMarked(&described, of: type)
        return described
    }

    private func parts(of value: Any, _ budget: inout Int) -> RecordedValue {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { describe($0.value, &budget) } ?? .null
        case .enum:
            let payload = mirror.children.first.map { members(ofPayload: $0.value, &budget) } ?? []
            return .object([.init(EnumCaseName.of(value), .object(payload))])
        case .collection: return .array(elements(of: mirror, &budget))
        case .set: return .array(ValueRecorder.sorted(elements(of: mirror, &budget)))
        case .dictionary: return dictionary(mirror, &budget)
        case .tuple: return .object(members(of: mirror, &budget))
        case .struct where mirror.children.isEmpty || isScalar(value): return scalar(value)
        case .struct: return .object(members(of: mirror, &budget))
        case nil where mirror.children.isEmpty: return scalar(value)
        // An object could be a cycle, and its description could be anything.
        default: return .opaque("\(type(of: value))", "")
        }
    }

    /// Whether a value of the standard library or of Foundation is known by its coding.
    private func isScalar(_ value: Any) -> Bool {
        let name = String(reflecting: type(of: value))
        return value is any Encodable && (name.hasPrefix("Foundation.") || name.hasPrefix("Swift."))
    }

    private func scalar(_ value: Any) -> RecordedValue {
        if let value = value as? any Encodable, let encoded = try? recorder.encode(value) { return encoded }
        guard Mirror(reflecting: value).children.isEmpty else { return .opaque("\(type(of: value))", "") }
        if let character = value as? Character { return .text(String(character)) }
        if let text = value as? Substring { return .text(String(text)) }
        return Mirror(reflecting: value).displayStyle == .struct
            ? .object([RecordedValue.Member]()) : .opaque("\(type(of: value))", "")
    }

    private func elements(of mirror: Mirror, _ budget: inout Int) -> [RecordedValue] {
        var elements: [RecordedValue] = []
        for child in mirror.children {
            guard budget > 0 else {
                elements.append(.opaque("\(mirror.subjectType)", "\(mirror.children.count) elements"))
                break
            }
            elements.append(describe(child.value, &budget))
        }
        return elements
    }

    private func members(of mirror: Mirror, _ budget: inout Int) -> [RecordedValue.Member] {
        mirror.children.enumerated().map { index, child in
            RecordedValue.Member(Self.name(child.label, at: index), describe(child.value, &budget))
        }
    }

    /// The associated values of a case. The mirror shows several, and one with a label, as a tuple.
    private func members(ofPayload payload: Any, _ budget: inout Int) -> [RecordedValue.Member] {
        let mirror = Mirror(reflecting: payload)
        if mirror.displayStyle == .tuple { return members(of: mirror, &budget) }
        return [.init("_0", describe(payload, &budget))]
    }

    /// Names as the compiler's coding has them: `_0` for a value without a label, `name` for the storage of a wrapper.
    static func name(_ label: String?, at index: Int) -> String {
        guard let label, !label.hasPrefix(".") else { return "_\(index)" }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private func dictionary(_ mirror: Mirror, _ budget: inout Int) -> RecordedValue {
        var members: [RecordedValue.Member] = []
        for child in mirror.children where budget > 0 {
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2 else { continue }
            let key = describe(pair[0].value, &budget)
            members.append(.init(key.text ?? key.json, describe(pair[1].value, &budget)))
        }
        let texts = members.map { (member: $0, text: $0.value.json) }
        let sorted = texts.sorted { ($0.member.key, $0.text) < ($1.member.key, $1.text) }.map(\.member)
        // Keys that are left out look the same: they are numbered.
        var taken: Set<String> = []
        return .object(
            sorted.map { member in
                var (key, number) = (member.key, 1)
                while !taken.insert(key).inserted {
                    number += 1
                    key = "\(member.key) \(number)"
                }
                return .init(key, member.value)
            })
    }
}
