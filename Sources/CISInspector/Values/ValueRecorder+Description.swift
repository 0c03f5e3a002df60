internal import CIS
internal import CISReflection

/// Values that are not `Codable` are described, in the form that an encoding would have.
extension ValueRecorder {
    func describe(_ value: Any) -> RecordedValue {
        let type = type(of: value)
        if value is any SecretValue { return redacted(type) }
        if let marked = redactedCase(value) { return marked }
        budget -= 1
        guard budget > 0, depth < 32 else { return .opaque("\(type)", "not shown") }
        depth += 1
        defer { depth -= 1 }
        var described = parts(of: value)
        redactMarked(&described, of: type)
        return described
    }

    private func parts(of value: Any) -> RecordedValue {
        let mirror = Mirror(reflecting: value)
        // The mirror of an object may show what is marked in its superclass.
        if type(of: value) is AnyClass, !redaction.marks.isEmpty { return .opaque("\(type(of: value))", "") }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { describe($0.value) } ?? .null
        case .enum:
            let payload = mirror.children.first.map { members(ofPayload: $0.value) } ?? []
            // A mirror of its own may have this style, and the description of such a value could tell anything.
            return .object([.init(EnumCaseName.ifEnum(value) ?? "\(type(of: value))", .object(payload))])
        case .collection: return .array(elements(of: mirror))
        case .set: return .array(Self.sorted(elements(of: mirror)))
        case .dictionary: return dictionary(mirror)
        case .tuple: return .object(members(of: mirror))
        case .struct where mirror.children.isEmpty || isScalar(value): return scalar(value)
        case .struct: return .object(members(of: mirror))
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
        if let value = value as? any Encodable, let encoded = try? encode(value) { return encoded }
        let mirror = Mirror(reflecting: value)
        return switch value {
        case let value as Character: .text(String(value))
        case let value as Substring: .text(String(value))
        default:
            mirror.displayStyle == .struct && mirror.children.isEmpty
                ? .object([RecordedValue.Member]()) : .opaque("\(type(of: value))", "")
        }
    }

    private func elements(of mirror: Mirror) -> [RecordedValue] {
        var elements: [RecordedValue] = []
        for child in mirror.children {
            guard budget > 0 else {
                elements.append(.opaque("\(mirror.subjectType)", "\(mirror.children.count) elements"))
                break
            }
            elements.append(describe(child.value))
        }
        return elements
    }

    private func members(of mirror: Mirror) -> [RecordedValue.Member] {
        // A mirror of its own may have any number of children, also with the same names.
        let children = Array(mirror.children.prefix(20_000))
        let labels = Set(children.compactMap(\.label))
        let members = children.enumerated().map { index, child in
            let name = Self.name(child.label, at: index)
            // Beside `token`, `_token` is not the storage of a wrapper.
            let key = labels.contains(name) ? child.label ?? name : name
            return RecordedValue.Member(key, describe(child.value))
        }
        return Self.distinct(members)
    }

    /// Numbers keys that are equal, because an object has each key once.
    private static func distinct(_ members: [RecordedValue.Member]) -> [RecordedValue.Member] {
        var taken: Set<String> = []
        return members.map { member in
            var (key, number) = (member.key, 1)
            while !taken.insert(key).inserted {
                number += 1
                key = "\(member.key) \(number)"
            }
            return .init(key, member.value)
        }
    }

    /// The associated values of a case. The mirror shows several, and one with a label, as a tuple.
    private func members(ofPayload payload: Any) -> [RecordedValue.Member] {
        let mirror = Mirror(reflecting: payload)
        if mirror.displayStyle == .tuple { return members(of: mirror) }
        return [.init("_0", describe(payload))]
    }

    /// Names as the compiler's coding has them: `_0` for a value without a label, `name` for the storage of a wrapper.
    static func name(_ label: String?, at index: Int) -> String {
        guard let label, !label.hasPrefix(".") else { return "_\(index)" }
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private func dictionary(_ mirror: Mirror) -> RecordedValue {
        var members: [RecordedValue.Member] = []
        for child in mirror.children.prefix(20_000) where budget > 0 {
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2 else { continue }
            let key = describe(pair[0].value)
            members.append(.init(key.text ?? key.json, describe(pair[1].value)))
        }
        let texts = members.map { (member: $0, text: $0.value.json) }
        let sorted = texts.sorted { ($0.member.key, $0.text) < ($1.member.key, $1.text) }.map(\.member)
        // Keys that are left out look the same.
        return .object(Self.distinct(sorted))
    }
}
