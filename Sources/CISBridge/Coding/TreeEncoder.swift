import Foundation

/// Encodes a value as a tree, which shares the unchanged parts with the tree of the previous value.
///
/// Arrays are compared as Swift values: elements with the same bits, and equal elements, are not encoded again. If one row
/// of many has changed, the rows are compared and one is encoded.
package enum TreeEncoder {
    /// Encodes a value.
    ///
    /// - Parameter previous: The tree of the previous value at the same place.
    package static func encode(_ value: some Encodable, previous: JSONTree? = nil) throws -> JSONTree {
        try encode(value, previous: previous, at: nil)
    }

    static func encode<Value: Encodable>(
        _ value: Value, previous: JSONTree?, at place: CodingPlace?
    ) throws -> JSONTree {
        if Value.self == Date.self, let date = value as? Date { return .text(try encode(date, at: place)) }
        if Value.self == Data.self, let data = value as? Data { return .text(data.base64EncodedString()) }
        if Value.self == URL.self, let url = value as? URL { return .text(url.absoluteString) }
        if Value.self == Decimal.self, let decimal = value as? Decimal { return .text(WireDecimal.text(of: decimal)) }
        guard place.depth <= JSONTree.greatestDepth else {
            // The value is not part of the error: its description could overflow the stack, too.
            let text = "at most \(JSONTree.greatestDepth) levels"
            throw EncodingError.invalidValue(
                "more", EncodingError.Context(codingPath: place.path, debugDescription: text))
        }
        if let list = value as? any EncodedList { return try list.encodeList(previous: previous, at: place) }
        let target = EncodingTarget(place: place, previous: previous)
        try value.encode(to: target)
        return try target.tree()
    }

    private static func encode(_ date: Date, at place: CodingPlace?) throws -> String {
        if let text = WireDate.text(of: date) { return text }
        let expected = "a date in the years 1 to 9999"
        throw EncodingError.invalidValue(
            date.timeIntervalSince1970, EncodingError.Context(codingPath: place.path, debugDescription: expected))
    }

    static func encode(_ value: some BinaryInteger, at place: CodingPlace?) throws -> JSONTree {
        guard value.magnitude <= JSONTree.greatestInteger, let number = Int64(exactly: value) else {
            let text =
                "The number \(value) is beyond ±(2⁵³ − 1), which not every language can hold. Make the property a String."
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: place.path, debugDescription: text))
        }
        return .integer(number)
    }

    static func encode(_ value: Float) -> JSONTree {
        // Converted through the shortest text, so that a `Float` of 0.1 arrives as 0.1.
        .number(Double("\(value)") ?? Double(value))
    }
}

/// The place of a value in the encoded or decoded tree, as a linked list of keys and indices.
final class CodingPlace {
    let outer: CodingPlace?
    let key: any CodingKey
    /// The number of keys up to this one.
    fileprivate let depth: Int

    init(_ key: any CodingKey, in outer: CodingPlace?) {
        self.key = key
        self.outer = outer
        depth = outer.depth + 1
    }
}

extension CodingPlace? {
    fileprivate var depth: Int { self?.depth ?? 0 }

    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var place = self
        while let known = place {
            path.append(known.key)
            place = known.outer
        }
        return path.reversed()
    }
}

/// The key of an array's element, or of a superclass.
struct IndexKey: CodingKey {
    // The text is created on demand, because every element of an array has a key.
    let intValue: Int?
    var stringValue: String { intValue.map { "\($0)" } ?? "super" }

    init(_ index: Int) {
        intValue = index
    }

    init?(stringValue: String) {
        intValue = Int(stringValue)
    }

    init?(intValue: Int) {
        self.init(intValue)
    }
}

/// The `Encoder` of one value, and the storage that its containers write to.
final class EncodingTarget: Encoder {
    enum Content {
        case nothing
        case single(JSONTree)
        case object
        case array
    }

    let place: CodingPlace?
    let previous: JSONTree?
    private(set) var content = Content.nothing
    private var keys: [String]?
    private var values: [JSONTree] = []
    private var shape: ObjectShape?
    /// The positions of the keys, if there are many.
    private var positions: [String: Int] = [:]
    /// The containers that were returned and may still be filled.
    private var open: [(index: Int, target: EncodingTarget)] = []

    init(place: CodingPlace?, previous: JSONTree?) {
        self.place = place
        self.previous = previous
    }

    var codingPath: [any CodingKey] { place.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { values.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .nothing = content { beginObject() }
        return KeyedEncodingContainer(KeyedTarget(target: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .nothing = content { content = .array }
        return UnkeyedTarget(target: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleTarget(target: self) }

    // MARK: Filling

    private func beginObject() {
        content = .object
        guard case .object(let node) = previous else { return }
        // The previous value most likely has the same keys in the same order.
        shape = node.shape
        values.reserveCapacity(node.values.count)
    }

    func set(_ tree: JSONTree) {
        content = .single(tree)
    }

    func append(_ tree: JSONTree) {
        values.append(tree)
    }

    func append(_ tree: JSONTree, for key: String) {
        if keys == nil, let shape {
            let index = values.count
            if index < shape.keys.count, shape.keys[index].isSameText(as: key) { return values.append(tree) }
            keys = Array(shape.keys[..<index])
        }
        if let index = index(of: key) {
            values[index] = tree
            return
        }
        if keys == nil { keys = [] }
        keys?.append(key)
        if values.count >= Self.fewKeys { positions[key] = values.count }
        values.append(tree)
    }

    /// Returns the position of a key that was written before.
    private func index(of key: String) -> Int? {
        guard let keys else { return nil }
        if keys.count <= Self.fewKeys { return keys.firstIndex(of: key) }
        if positions.count < keys.count { positions = Dictionary(zip(keys, keys.indices)) { $1 } }
        return positions[key]
    }

    private static var fewKeys: Int { 16 }

    func previous(of key: String) -> JSONTree? {
        guard case .object(let node) = previous else { return nil }
        let index = values.count
        if index < node.values.count, node.shape.keys[index].isSameText(as: key) { return node.values[index] }
        return node[key]
    }

    func previous(at index: Int) -> JSONTree? {
        guard case .array(let node) = previous, index < node.elements.count else { return nil }
        return node.elements[index]
    }

    /// Returns a nested container.
    func nested(for key: String, _ codingKey: any CodingKey) -> EncodingTarget {
        let target = EncodingTarget(place: CodingPlace(codingKey, in: place), previous: previous(of: key))
        append(.null, for: key)
        let index = keys?.firstIndex(of: key) ?? (values.count - 1)
        open.append((index, target))
        return target
    }

    /// Returns a nested container at the end of this one.
    func nestedElement() -> EncodingTarget {
        let target = EncodingTarget(place: CodingPlace(IndexKey(count), in: place), previous: previous(at: count))
        open.append((count, target))
        append(.null)
        return target
    }

    func tree() throws -> JSONTree {
        for (index, target) in open { values[index] = try target.tree() }
        switch content {
        case .single(let tree): return tree
        case .array: return .array(values)
        // A value that encodes nothing is an object without members.
        case .nothing: return .object(JSONTree.ObjectNode(ObjectShape([]), []))
        case .object: return .object(objectNode())
        }
    }

    private func objectNode() -> JSONTree.ObjectNode {
        guard keys == nil, let shape else {
            let known = keys ?? []
            return JSONTree.ObjectNode(ObjectShape(known), values)
        }
        if values.count == shape.keys.count {
            if case .object(let node) = previous, zip(node.values, values).allSatisfy({ $0.isSame(as: $1) }) {
                return node
            }
            return JSONTree.ObjectNode(shape, values)
        }
        return JSONTree.ObjectNode(ObjectShape(Array(shape.keys[..<values.count])), values)
    }
}
