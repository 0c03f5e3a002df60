import Foundation

/// Decodes a value from a tree.
package enum TreeDecoder {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - code: The code of the error if the value cannot be decoded.
    ///   - place: The place of the tree in the message, as a JSON pointer.
    /// - Throws: ``WireError``, with the path, the expected and the actual value.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: JSONTree, code: WireError.Code, at place: String
    ) throws(WireError) -> Value {
        let notes = DecodingNotes()
        do {
            return try decode(type, from: tree, at: nil, notes)
        } catch {
            throw notes.wireError(for: error, in: tree, code, at: place)
        }
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from tree: JSONTree, at place: CodingPlace?, _ notes: DecodingNotes
    ) throws -> Value {
        if let special = try decodeSpecial(type, from: tree, at: place) { return special }
        return try Value(from: TreeValueDecoder(tree: tree, place: place, notes: notes))
    }

    /// Decodes the types of Foundation that are sent as text. Returns `nil` for all other types.
    private static func decodeSpecial<Value>(
        _ type: Value.Type, from tree: JSONTree, at place: CodingPlace?
    ) throws -> Value? {
        let value: Any?
        let expected: String
        if type == Date.self {
            (value, expected) = (tree.textValue.flatMap(WireDate.date), "a date as ISO 8601")
        } else if type == Data.self {
            (value, expected) = (tree.textValue.flatMap { Data(base64Encoded: $0) }, "bytes as base64")
        } else if type == URL.self {
            (value, expected) = (tree.textValue.flatMap { URL(string: $0) }, "a URL")
        } else if type == Decimal.self {
            (value, expected) = (tree.textValue.flatMap(WireDecimal.decimal), "a decimal number as text")
        } else {
            return nil
        }
        guard let value = value as? Value else { throw mismatch(type, expected, at: place) }
        return value
    }

    static func mismatch(_ type: any Any.Type, _ expected: String, at place: CodingPlace?) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: place.path, debugDescription: expected))
    }

    // MARK: Scalars

    static func bool(_ tree: JSONTree, at place: CodingPlace?) throws -> Bool {
        guard let value = tree.boolValue else { throw mismatch(Bool.self, "a Boolean", at: place) }
        return value
    }

    static func text(_ tree: JSONTree, at place: CodingPlace?) throws -> String {
        guard let value = tree.textValue else { throw mismatch(String.self, "text", at: place) }
        return value
    }

    static func number(_ tree: JSONTree, at place: CodingPlace?) throws -> Double {
        switch tree {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        case .text("NaN"): return .nan
        case .text("Infinity"): return .infinity
        case .text("-Infinity"): return -.infinity
        default: throw mismatch(Double.self, "a number", at: place)
        }
    }

    static func integer<Value: FixedWidthInteger>(
        _ type: Value.Type, _ tree: JSONTree, at place: CodingPlace?
    ) throws -> Value {
        guard let value = tree.intValue, let number = Value(exactly: value) else {
            let limit = UInt64(Value.max) > JSONTree.greatestInteger
            let range = limit ? "±(2^53 - 1)" : "\(Value.min)...\(Value.max)"
            throw mismatch(type, "a whole number within \(range)", at: place)
        }
        return number
    }
}

/// The decoder of one value.
struct TreeValueDecoder: Decoder {
    let tree: JSONTree
    let place: CodingPlace?
    let notes: DecodingNotes

    var codingPath: [any CodingKey] { place.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let node) = tree else {
            notes.note(at: place) { namesOfCases(Key.self) }
            throw TreeDecoder.mismatch([String: Any].self, "an object", at: place)
        }
        let members = KeyedMembers<Key>(node: node, place: place, notes: notes)
        if !members.hasOneKey { notes.note(at: place) { namesOfCases(Key.self) } }
        return KeyedDecodingContainer(members)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let node) = tree else { throw TreeDecoder.mismatch([Any].self, "an array", at: place) }
        return UnkeyedElements(elements: node.elements, place: place, notes: notes)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValue(tree: tree, place: place, notes: notes)
    }
}

/// Returns the names of the cases of an enum without payloads, such as generated coding keys. Empty for other types.
func namesOfCases<Key: CodingKey>(_ type: Key.Type) -> [String] {
    // The metadata of an enum begins with its kind and its descriptor. In the descriptor, the numbers of cases follow the name,
    // the parent, the accessor and the fields.
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafePointer<UInt>.self)
    guard metadata[0] == 0x201, MemoryLayout<Key>.size <= 1,
        let description = UnsafeRawPointer(bitPattern: metadata[1])
    else { return [] }
    let payloads = description.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let count = description.load(fromByteOffset: 24, as: UInt32.self)
    guard payloads == 0, count > 0, count <= 255 else { return [] }
    if MemoryLayout<Key>.size == 0 { return [unsafeBitCast((), to: Key.self).stringValue] }
    return (0..<count).map { unsafeBitCast(UInt8($0), to: Key.self).stringValue }
}
