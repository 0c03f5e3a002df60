internal import CIS
internal import CISReflection
internal import Foundation

/// A Swift value as it is recorded.
struct RecordedForm: Sendable {
    var value: RecordedValue
    /// The name of the type, if the value cannot be decoded.
    var opaque: String?
    var isRedacted = false
    var caseName: String?
}

/// Turns Swift values into recorded values. `Codable` values are encoded, others are described field by field.
///
/// It is used on one thread at a time.
final class ValueRecorder {
    /// How the values of a type are recorded.
    private enum Kind { case plain, scalar, secret, set, dictionary, namedKeys, data, url }

    let redaction: Redaction
    /// Whether a redacted value was met in the value that is being recorded.
    var isRedacted = false
    var depth = 0
    /// How many more parts of the value are described.
    var budget = 0
    private var kinds: [ObjectIdentifier: Kind] = [:]
    /// Whether the coding of a state has all its fields. Reflection takes long.
    private var wholeStates: [ObjectIdentifier: Bool] = [:]

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Records an action, a use case, a mutation or an output.
    func record(event value: any Sendable) -> RecordedForm {
        var form = record(value)
        form.caseName = EnumCaseName.ifEnum(value) ?? "\(type(of: value))"
        return form
    }

    /// Records a state.
    func record(state: any Sendable) -> RecordedForm {
        let form = record(state)
        // A coding that leaves fields out is good for a snapshot, but not for a picture or a replay.
        guard form.opaque == nil, case .object(let members) = form.value else { return form }
        let type = ObjectIdentifier(type(of: state))
        let isWhole = wholeStates[type] ?? isWhole(members, state)
        wholeStates[type] = isWhole
        return isWhole ? form : record(state, isDescribed: true)
    }

    private func isWhole(_ members: [RecordedValue.Member], _ state: any Sendable) -> Bool {
        let mirror = Mirror(reflecting: state)
        guard mirror.displayStyle == .struct else { return true }
        let fields = mirror.children.filter { child in
            let field = Mirror(reflecting: child.value)
            return !(field.displayStyle == .optional && field.children.isEmpty) && !isEmpty(child.value)
        }
        return members.count { $0.value != .null } >= fields.count
    }

    private func isEmpty<Value>(_ value: Value) -> Bool { MemoryLayout<Value>.size == 0 }

    func record(_ value: any Sendable, isDescribed: Bool = false) -> RecordedForm {
        (isRedacted, depth, budget) = (false, 0, 20_000)
        if !isDescribed, let value = value as? any Encodable & Decodable, let encoded = try? encode(value) {
            return RecordedForm(value: encoded, isRedacted: isRedacted)
        }
        isRedacted = false
        let described = describe(value)
        return RecordedForm(value: described, opaque: "\(type(of: value))", isRedacted: isRedacted)
    }

    // MARK: Encoding

    /// A value that cannot be recorded through its coding.
    struct NotEncodable: Error {}

    func encode<Value: Encodable>(_ value: Value) throws -> RecordedValue {
        if !redaction.description.isEmpty, let left = redactedWhole(value) { return left }
        // The most frequent types are compared, which is faster than to look them up.
        if Value.self == String.self, let value = value as? String { return .text(value) }
        if Value.self == Int.self, let value = value as? Int { return .int(value) }
        if Value.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if Value.self == Double.self, let value = value as? Double { return Self.number(value.description) }
        let kind = kind(of: Value.self)
        switch kind {
        case .scalar: return Self.number("\(value)")
        case .secret: return redacted(Value.self)
        case .data: if let value = value as? Data { return .text(value.base64EncodedString()) }
        case .url: if let value = value as? URL { return .text(value.absoluteString) }
        case .namedKeys: if hidesKeys(of: value) { throw NotEncodable() }
        case .plain, .set, .dictionary: break
        }
        depth += 1
        defer { depth -= 1 }
        if depth > 60 { throw NotEncodable() }
        let encoder = ValueEncoder(self)
        try value.encode(to: encoder)
        return try redactingMarked(Self.sorted(encoder.value(), kind), of: value)
    }

    /// What is recorded of a value that is left out as a whole: a marked case, a marked type without parts or with a mark
    /// that cannot be followed, and an object whose class or superclass has a mark.
    private func redactedWhole<Value>(_ value: Value) -> RecordedValue? {
        if let marked = redactedCase(value) { return marked }
        guard !redaction.marks.isEmpty else { return nil }
        if Value.self is AnyClass {
            let classes = sequence(first: Mirror(reflecting: value), next: \.superclassMirror).map(\.subjectType)
            return classes.contains { redaction.marks[ObjectIdentifier($0)] != nil } ? redacted(Value.self) : nil
        }
        guard let marks = redaction.marks[ObjectIdentifier(Value.self)] else { return nil }
        let hasParts = kind(of: Value.self) == .plain
        return hasParts && !marks.contains { $0.path.isEmpty } ? nil : redacted(Value.self)
    }

    /// An enum value with a marked case, without its payload.
    func redactedCase(_ value: Any) -> RecordedValue? {
        guard !redaction.cases.isEmpty, !(type(of: value) is any AnyOptional.Type),
            let name = EnumCaseName.ifEnum(value), redaction.cases.contains(name)
        else { return nil }
        isRedacted = true
        return .object([name: .redacted("payload")])
    }

    func redacted(_ type: any Any.Type) -> RecordedValue {
        isRedacted = true
        return .redacted("\(type)")
    }

    /// A number, or one of the texts that `JSONDecoder` is told to read as numbers.
    private static func number(_ text: String) -> RecordedValue {
        if let last = text.utf8.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last { return .number(text) }
        return .text(text.hasSuffix("inf") ? text : "nan")
    }

    /// Whether something in the keys of a dictionary is left out. Its coding turns them into names, without encoding them.
    private func hidesKeys(of dictionary: Any) -> Bool {
        let before = (isRedacted, budget)
        defer { (isRedacted, budget) = before }
        isRedacted = false
        return Mirror(reflecting: dictionary).children.contains { child in
            budget = 20_000
            if let key = Mirror(reflecting: child.value).children.first { _ = describe(key.value) }
            return isRedacted
        }
    }

    /// Replaces the marked fields of a value.
    private func redactingMarked<Value: Encodable>(_ encoded: RecordedValue, of value: Value) throws -> RecordedValue {
        guard let marks = redaction.marks[ObjectIdentifier(Value.self)] else { return encoded }
        var encoded = encoded
        // With other names the coding could have the marked value somewhere else.
        guard marks.allSatisfy({ isSame(encoded, value, along: $0.path[...]) }) else { throw NotEncodable() }
        for mark in marks {
            _ = encoded.redact(mark.path[...], type: mark.type)
            isRedacted = true
        }
        return encoded
    }

    /// Whether a coding has only names of properties along a path, and the encoded property at its end.
    private func isSame(_ encoded: RecordedValue?, _ value: Any, along path: ArraySlice<String>) -> Bool {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first else { return encoded ?? .null == .null }
            return isSame(encoded, wrapped.value, along: path)
        }
        guard let name = path.first else {
            guard let value = value as? any Encodable, let encoded else { return false }
            return (try? encode(value)) == encoded
        }
        guard mirror.displayStyle == .struct, case .object(let members)? = encoded else { return false }
        let names = mirror.children.enumerated().map { Self.name($1.label, at: $0) }
        guard members.allSatisfy({ names.contains($0.key) }), let index = names.firstIndex(of: name),
            let part = mirror.children.dropFirst(index).first
        else { return false }
        return isSame(encoded?[name], part.value, along: path.dropFirst())
    }

    /// Replaces the marked fields of a value that was described.
    func redactMarked(_ described: inout RecordedValue, of type: any Any.Type) {
        for mark in redaction.marks[ObjectIdentifier(type)] ?? [] {
            isRedacted = true
            // A mirror of its own may show the marked value under another name.
            let isOwn = type is any CustomReflectable.Type && !(type is any AnyOptional.Type)
            if isOwn || !described.redact(mark.path[...], type: mark.type) { described = .redacted("\(type)") }
        }
    }

    /// Sets and dictionaries have another order in every process. The keys and values of some dictionaries take turns.
    private static func sorted(_ value: RecordedValue, _ kind: Kind) -> RecordedValue {
        switch (kind, value) {
        case (.set, .array(let elements)): .array(sorted(elements))
        case (.dictionary, .object(let members)), (.namedKeys, .object(let members)):
            .object(members.sorted { $0.key < $1.key })
        case (.dictionary, .array(let elements)): .array(sorted(elements, inGroupsOf: 2))
        default: value
        }
    }

    static func sorted(_ elements: [RecordedValue], inGroupsOf size: Int = 1) -> [RecordedValue] {
        let groups = stride(from: 0, to: elements.count, by: size).map { elements[$0..<min($0 + size, elements.count)] }
        return groups.map { (text: $0.first?.json ?? "", group: $0) }.sorted { $0.text < $1.text }.flatMap(\.group)
    }

    private func kind(of type: any Any.Type) -> Kind {
        let id = ObjectIdentifier(type)
        if let kind = kinds[id] { return kind }
        let kind: Kind =
            switch type {
            case is any SecretValue.Type: .secret
            case is String.Type, is Bool.Type: .scalar
            case is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type, is Decimal.Type: .scalar
            case is Data.Type: .data
            case is URL.Type: .url
            case is any UnorderedSet.Type: .set
            case let type as any UnorderedDictionary.Type: type.namesKeys ? .namedKeys : .dictionary
            default: .plain
            }
        kinds[id] = kind
        return kind
    }
}

protocol AnyOptional { static var wrapped: any Any.Type { get } }
extension Optional: AnyOptional { static var wrapped: any Any.Type { Wrapped.self } }
private protocol UnorderedSet {}
extension Set: UnorderedSet {}
private protocol UnorderedDictionary { static var namesKeys: Bool { get } }
extension Dictionary: UnorderedDictionary {
    /// Whether its coding turns keys into names that they choose.
    static var namesKeys: Bool {
        (Key.self as Any.Type) is any CodingKeyRepresentable.Type && Key.self != String.self && Key.self != Int.self
    }
}
