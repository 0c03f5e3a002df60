/// A value of a recording: JSON, as it stands in the file.
public enum RecordedValue: Sendable, Hashable {
    /// No value.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number, as it is written in JSON. Numbers of any size keep all their digits.
    case number(String)
    /// A text.
    case text(String)
    /// A list.
    case array([RecordedValue])
    /// An object. Its members are in the order in which they were recorded.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value.
        public var value: RecordedValue

        init(_ key: String, _ value: RecordedValue) {
            self.key = key
            self.value = value
        }

        /// Whether both stand for the same JSON text.
        public static func == (lhs: Member, rhs: Member) -> Bool {
            lhs.key.isIdentical(to: rhs.key) && lhs.value == rhs.value
        }
    }
}

extension String {
    /// Whether both have the same scalars. Two equal texts may differ in them: é is one scalar, or a letter and an accent.
    func isIdentical(to other: String) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}

extension RecordedValue {
    /// Whether both stand for the same JSON text.
    public static func == (lhs: RecordedValue, rhs: RecordedValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.isIdentical(to: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    static func int(_ value: Int) -> RecordedValue { .number(String(value)) }

    static func object(_ members: KeyValuePairs<String, RecordedValue?>) -> RecordedValue {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// What is recorded in place of a redacted value.
    static func redacted(_ type: String) -> RecordedValue { .object(["$redacted": .text(type)]) }

    /// What is recorded of a value whose parts are not shown.
    static func opaque(_ type: String, _ text: String) -> RecordedValue {
        .object(["$opaque": .text(type), "text": .text(String(text.prefix(200)))])
    }

    /// The member of an object with this key.
    public subscript(key: String) -> RecordedValue? { members.first { $0.key.isIdentical(to: key) }?.value }

    /// The members, if it is an object.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The text, if it is one.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number, if it is a whole number that fits.
    public var int: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .text: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The types of the redacted values inside, with their paths.
    var redactions: [(path: String, type: String)] {
        if let type = redactedType { return [("", type)] }
        let parts: [(key: String, value: RecordedValue)] =
            switch self {
            case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
            default: members.map { ($0.key, $0.value) }
            }
        return parts.flatMap { part in part.value.redactions.map { ("/\(part.key)\($0.path)", $0.type) } }
    }

    private var redactedType: String? { members.count == 1 ? self["$redacted"]?.text : nil }

    /// The value in short, on one line: enum cases as in code, texts in quotation marks.
    public var summary: String {
        if let type = redactedType { return "<redacted \(type)>" }
        if let type = self["$opaque"]?.text {
            let text = self["text"]?.text ?? ""
            return text.isEmpty ? "<\(type)>" : "<\(type): \(text)>"
        }
        switch self {
        case .null: return "nil"
        case .bool(let value): return "\(value)"
        case .number(let digits): return digits
        case .text(let text): return text.debugDescription
        case .array(let elements): return "[\(elements.map(\.summary).joined(separator: ", "))]"
        case .object(let members):
            if let (name, payload) = enumCase {
                let parts = payload.map { $0.key.hasPrefix("_") ? $0.value.summary : "\($0.key): \($0.value.summary)" }
                return ".\(name)" + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
            }
            return "{\(members.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", "))}"
        }
    }

    /// Name and payload, if the value looks like an enum case: `{"typed":{"_0":"a"}}`.
    var enumCase: (name: String, payload: [Member])? {
        guard members.count == 1, let only = members.first, !only.key.hasPrefix("$"), case .object = only.value
        else { return nil }
        return (only.key, only.value.members)
    }
}

// MARK: - Writing

extension RecordedValue {
    /// The value as JSON, on one line.
    public var json: String { String(decoding: bytes, as: UTF8.self) }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        write(to: &bytes)
        return bytes
    }

    /// A hash of the JSON text: FNV-1a with 64 bits.
    public var hash: String { Checksum(of: bytes).text }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let digits): bytes += digits.utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        let start = bytes.count
        bytes += text.utf8
        if bytes[start...].allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) { return }
        bytes.removeSubrange(start...)
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), unit]
            case 0x0A: bytes += "\\n".utf8
            case 0..<0x20: bytes += ("\\u00" + (unit < 16 ? "0" : "") + String(unit, radix: 16)).utf8
            default: bytes.append(unit)
            }
        }
    }
}

/// FNV-1a with 64 bits.
struct Checksum: Sendable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    init() {}

    init(of bytes: some Sequence<UInt8>) {
        add(bytes)
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    var text: String { String(value, radix: 16) }
}
