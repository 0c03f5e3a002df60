/// Reads the members of an object.
struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: JSONTree.ObjectNode
    let place: CodingPlace?
    let notes: DecodingNotes

    var codingPath: [any CodingKey] { place.path }
    var allKeys: [Key] { node.shape.keys.compactMap { Key(stringValue: $0) } }

    /// Whether the object has exactly one key that its type knows, as an enum has.
    var hasOneKey: Bool {
        var isFound = false
        for key in node.shape.keys where Key(stringValue: key) != nil {
            if isFound { return false }
            isFound = true
        }
        return isFound
    }

    func contains(_ key: Key) -> Bool { node[key.stringValue] != nil }

    private func member(_ key: Key) throws -> JSONTree {
        if let tree = node[key.stringValue] { return tree }
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
    }

    private func below(_ key: Key) -> CodingPlace { CodingPlace(key, in: place) }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .null = try member(key) { true } else { false }
    }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try TreeDecoder.bool(member(key), at: below(key))
    }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try TreeDecoder.text(member(key), at: below(key))
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try TreeDecoder.number(member(key), at: below(key))
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        Float(try TreeDecoder.number(member(key), at: below(key)))
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        try TreeDecoder.integer(type, member(key), at: below(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try TreeDecoder.decode(type, from: member(key), at: below(key), notes)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        TreeValueDecoder(tree: node["super"] ?? .null, place: place, notes: notes)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        TreeValueDecoder(tree: try member(key), place: below(key), notes: notes)
    }
}

/// Reads the elements of an array.
struct UnkeyedElements: UnkeyedDecodingContainer {
    let elements: [JSONTree]
    let place: CodingPlace?
    let notes: DecodingNotes
    private(set) var currentIndex = 0

    init(elements: [JSONTree], place: CodingPlace?, notes: DecodingNotes) {
        self.elements = elements
        self.place = place
        self.notes = notes
    }

    var codingPath: [any CodingKey] { place.path }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Returns the next element, and moves on if it can be read.
    private mutating func next<Value>(
        _ type: Value.Type, _ read: (JSONTree, CodingPlace) throws -> Value
    ) throws -> Value {
        let here = CodingPlace(IndexKey(currentIndex), in: place)
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: place.path, debugDescription: "more than \(currentIndex) elements")
            throw DecodingError.valueNotFound(type, context)
        }
        let value = try read(elements[currentIndex], here)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type, TreeDecoder.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try next(type, TreeDecoder.text) }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(type, TreeDecoder.number) }
    mutating func decode(_ type: Float.Type) throws -> Float {
        Float(try next(Double.self, TreeDecoder.number))
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        try next(type) { try TreeDecoder.integer(type, $0, at: $1) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let notes = notes
        return try next(type) { try TreeDecoder.decode(type, from: $0, at: $1, notes) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let notes = notes
        return try next((any Decoder).self) { TreeValueDecoder(tree: $0, place: $1, notes: notes) }
    }
}

/// Reads one value.
struct SingleValue: SingleValueDecodingContainer {
    let tree: JSONTree
    let place: CodingPlace?
    let notes: DecodingNotes

    var codingPath: [any CodingKey] { place.path }

    func decodeNil() -> Bool { if case .null = tree { true } else { false } }
    func decode(_ type: Bool.Type) throws -> Bool { try TreeDecoder.bool(tree, at: place) }
    func decode(_ type: String.Type) throws -> String { try TreeDecoder.text(tree, at: place) }
    func decode(_ type: Double.Type) throws -> Double { try TreeDecoder.number(tree, at: place) }
    func decode(_ type: Float.Type) throws -> Float { Float(try TreeDecoder.number(tree, at: place)) }
    func decode(_ type: Int.Type) throws -> Int { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: Int8.Type) throws -> Int8 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: Int16.Type) throws -> Int16 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: Int32.Type) throws -> Int32 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: Int64.Type) throws -> Int64 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: UInt.Type) throws -> UInt { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try TreeDecoder.integer(type, tree, at: place) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try TreeDecoder.integer(type, tree, at: place) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try TreeDecoder.decode(type, from: tree, at: place, notes)
    }
}
