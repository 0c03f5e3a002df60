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
    enum Kind { case plain, bool, text, int, float, number, secret, set, dictionary, data, url, decimal }

    let redaction: Redaction
    /// Whether a redacted value was met since it was last set to `false`.
    var isRedacted = false
    var depth = 0
    private var kinds: [ObjectIdentifier: Kind] = [:]
    /// Whether a type is an enum, and whether the coding of a state has all its fields. Reflection takes long.
    private var enums: [ObjectIdentifier: Bool] = [:]
    private var wholeStates: [ObjectIdentifier: Bool] = [:]

    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Records an action, a use case, a mutation or an output.
    func record(event value: any Sendable) -> RecordedForm {
        let type = type(of: value)
        let isEnum = enums[ObjectIdentifier(type)] ?? (Mirror(reflecting: value).displayStyle == .enum)
        enums[ObjectIdentifier(type)] = isEnum
        let name = isEnum ? EnumCaseName.of(value) : "\(type)"
        guard !redaction.cases.contains(name) else {
            let payload = RecordedValue.object([name: .redacted("payload")])
            return RecordedForm(value: payload, opaque: nil, isRedacted: true, caseName: name)
        }
        var form = record(value)
        form.caseName = name
        return form
    }

    /// Records a state.
    func record(state: any Sendable) -> RecordedForm {
        var form = record(state)
        // A coding that leaves fields out is good for a snapshot, but not for a picture or a replay.
        guard form.opaque == nil, case .object(let members) = form.value else { return form }
        let type = ObjectIdentifier(type(of: state))
        let isWhole = wholeStates[type] ?? isWhole(members, state)
        wholeStates[type] = isWhole
        if !isWhole { form = describe(state) }
        return form
    }

    private func isWhole(_ members: [RecordedValue.Member], _ state: any Sendable) -> Bool {
        let mirror = Mirror(reflecting: state)
        guard mirror.displayStyle == .struct else { return true }
        let fields = mirror.children.filter { child in
            let field = Mirror(reflecting: child.value)
            return !(field.displayStyle == .optional && field.children.isEmpty) && !isEmpty(child.value)
        }
        return members.filter { $0.value != .null }.count >= fields.count
    }

    private func isEmpty<Value>(_ value: Value) -> Bool { MemoryLayout<Value>.size == 0 }

    private func record(_ value: any Sendable) -> RecordedForm {
        if let value = value as? any Encodable & Decodable {
            isRedacted = false
            depth = 0
            if let encoded = try? encode(value) { return RecordedForm(value: encoded, isRedacted: isRedacted) }
        }
        return describe(value)
    }

    private func describe(_ value: any Sendable) -> RecordedForm {
        isRedacted = false
        depth = 0
        var budget = ValueDescription.greatestSize
        let described = ValueDescription(recorder: self).describe(value, &budget)
        return RecordedForm(value: described, opaque: "\(type(of: value))", isRedacted: isRedacted)
    }

    // MARK: Encoding

    /// A value that cannot be recorded through its coding.
    struct NotEncodable: Error {}

    func encode<Value: Encodable>(_ value: Value) throws -> RecordedValue {
        switch kind(of: Value.self) {
        case .bool: if let value = value as? Bool { return .bool(value) }
        case .text: if let value = value as? String { return .text(value) }
        case .int: if let value = value as? Int { return .int(value) }
        case .number: return .number("\(value)")
        case .float: return Self.float("\(value)")
        case .secret: return redacted(Value.self)
        case .data: if let value = value as? Data { return .text(value.base64EncodedString()) }
        case .url: if let value = value as? URL { return .text(value.absoluteString) }
        case .decimal: if let value = value as? Decimal { return value.isNaN ? .text("nan") : .number("\(value)") }
        case .plain, .set, .dictionary: break
        }
        depth += 1
        defer { depth -= 1 }
        if depth > 60 { throw NotEncodable() }
        let encoder = ValueEncoder(self)
        try value.encode(to: encoder)
        return try redactingMarked(try sorted(try encoder.value(), Value.self), of: value)
    }

    func redacted(_ type: any Any.Type) -> RecordedValue {
        isRedacted = true
        return .redacted("\(type)")
    }

    /// The texts that `JSONDecoder` is told to read as numbers.
    static func float(_ text: String) -> RecordedValue {
        switch text {
        case "inf", "-inf": .text(text)
        case "nan", "-nan", "snan", "-snan": .text("nan")
        default: .number(text.hasPrefix("nan") || text.hasPrefix("-nan") ? "0" : text)
        }
    }

    /// Replaces the marked fields of a value.
    private func redactingMarked<Value: Encodable>(_ encoded: RecordedValue, of value: Value) throws -> RecordedValue {
        guard let marks = redaction.marks[ObjectIdentifier(Value.self)] else { return encoded }
        var encoded = encoded
        for mark in marks {
            guard encoded.redact(mark.path[...], type: mark.type) || isNil(mark.path, in: value) else {
                // The coding has other names, so that the field cannot be found in it.
                throw NotEncodable()
            }
            isRedacted = true
        }
        return encoded
    }

    private func isNil(_ path: [String], in value: Any) -> Bool {
        var value = value
        for name in path {
            guard let part = Mirror(reflecting: value).children.first(where: { $0.label == name }) else { return false }
            let mirror = Mirror(reflecting: part.value)
            guard mirror.displayStyle == .optional else {
                value = part.value
                continue
            }
            guard let wrapped = mirror.children.first else { return true }
            value = wrapped.value
        }
        return false
    }

    /// Replaces the marked fields of a value that was described.
    func redactMarked(_ described: inout RecordedValue, of type: any Any.Type) {
        for mark in redaction.marks[ObjectIdentifier(type)] ?? [] {
            isRedacted = true
            if !described.redact(mark.path[...], type: mark.type) { described = .redacted("\(type)") }
        }
    }

    /// Sets and dictionaries have another order in every process.
    private func sorted<Value>(_ value: RecordedValue, _ type: Value.Type) throws -> RecordedValue {
        switch (kind(of: type), value) {
        case (.set, .array(let elements)): .array(Self.sorted(elements))
        case (.dictionary, .object(let members)): .object(members.sorted { $0.key < $1.key })
        case (.dictionary, .array(let elements)): .array(Self.sorted(pairs: elements))
        default: value
        }
    }

    static func sorted(_ elements: [RecordedValue]) -> [RecordedValue] {
        elements.map { (value: $0, text: $0.json) }.sorted { $0.text < $1.text }.map(\.value)
    }

    /// Keys and values take turns.
    private static func sorted(pairs elements: [RecordedValue]) -> [RecordedValue] {
        var pairs: [(key: String, pair: [RecordedValue])] = []
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            pairs.append((elements[index].json, [elements[index], elements[index + 1]]))
        }
        return pairs.sorted { $0.key < $1.key }.flatMap(\.pair)
    }

    private func kind(of type: any Any.Type) -> Kind {
        let id = ObjectIdentifier(type)
        if let kind = kinds[id] { return kind }
        let kind: Kind =
            switch type {
            case is any SecretValue.Type: .secret
            case is Bool.Type: .bool
            case is String.Type: .text
            case is Int.Type: .int
            case is any BinaryFloatingPoint.Type: .float
            case is Decimal.Type: .decimal
            case is any FixedWidthInteger.Type: .number
            case is Data.Type: .data
            case is URL.Type: .url
            case is any UnorderedSet.Type: .set
            case is any UnorderedDictionary.Type: .dictionary
            default: .plain
            }
        kinds[id] = kind
        return kind
    }
}

private protocol UnorderedSet {}
extension Set: UnorderedSet {}
private protocol UnorderedDictionary {}
extension Dictionary: UnorderedDictionary {}
