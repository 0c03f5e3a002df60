/// Writes the members of an object.
struct KeyedTarget<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let target: EncodingTarget

    var codingPath: [any CodingKey] { target.codingPath }

    func encodeNil(forKey key: Key) { target.append(.null, for: key.stringValue) }
    func encode(_ value: Bool, forKey key: Key) { target.append(.bool(value), for: key.stringValue) }
    func encode(_ value: String, forKey key: Key) { target.append(.text(value), for: key.stringValue) }
    func encode(_ value: Double, forKey key: Key) { target.append(.number(value), for: key.stringValue) }
    func encode(_ value: Float, forKey key: Key) { target.append(TreeEncoder.encode(value), for: key.stringValue) }
    func encode(_ value: Int, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try number(value, key) }

    private func number(_ value: some BinaryInteger, _ key: Key) throws {
        if value.magnitude <= JSONTree.greatestInteger, let small = Int64(exactly: value) {
            return target.append(.integer(small), for: key.stringValue)
        }
        target.append(try TreeEncoder.encode(value, at: CodingPlace(key, in: target.place)), for: key.stringValue)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        let name = key.stringValue
        let place = CodingPlace(key, in: target.place)
        target.append(try TreeEncoder.encode(value, previous: target.previous(of: name), at: place), for: name)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        target.nested(for: key.stringValue, key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        target.nested(for: key.stringValue, key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { target.nested(for: "super", IndexKey(0)) }
    func superEncoder(forKey key: Key) -> any Encoder { target.nested(for: key.stringValue, key) }
}

/// Writes the elements of an array.
struct UnkeyedTarget: UnkeyedEncodingContainer {
    let target: EncodingTarget

    var codingPath: [any CodingKey] { target.codingPath }
    var count: Int { target.count }

    func encodeNil() { target.append(.null) }
    func encode(_ value: Bool) { target.append(.bool(value)) }
    func encode(_ value: String) { target.append(.text(value)) }
    func encode(_ value: Double) { target.append(.number(value)) }
    func encode(_ value: Float) { target.append(TreeEncoder.encode(value)) }
    func encode(_ value: Int) throws { try number(value) }
    func encode(_ value: Int8) throws { try number(value) }
    func encode(_ value: Int16) throws { try number(value) }
    func encode(_ value: Int32) throws { try number(value) }
    func encode(_ value: Int64) throws { try number(value) }
    func encode(_ value: UInt) throws { try number(value) }
    func encode(_ value: UInt8) throws { try number(value) }
    func encode(_ value: UInt16) throws { try number(value) }
    func encode(_ value: UInt32) throws { try number(value) }
    func encode(_ value: UInt64) throws { try number(value) }

    private func number(_ value: some BinaryInteger) throws {
        target.append(try TreeEncoder.encode(value, at: CodingPlace(IndexKey(count), in: target.place)))
    }

    func encode(_ value: some Encodable) throws {
        let place = CodingPlace(IndexKey(count), in: target.place)
        target.append(try TreeEncoder.encode(value, previous: target.previous(at: count), at: place))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        target.nestedElement().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { target.nestedElement().unkeyedContainer() }
    func superEncoder() -> any Encoder { target.nestedElement() }
}

/// Writes one value.
struct SingleTarget: SingleValueEncodingContainer {
    let target: EncodingTarget

    var codingPath: [any CodingKey] { target.codingPath }

    func encodeNil() { target.set(.null) }
    func encode(_ value: Bool) { target.set(.bool(value)) }
    func encode(_ value: String) { target.set(.text(value)) }
    func encode(_ value: Double) { target.set(.number(value)) }
    func encode(_ value: Float) { target.set(TreeEncoder.encode(value)) }
    func encode(_ value: Int) throws { try number(value) }
    func encode(_ value: Int8) throws { try number(value) }
    func encode(_ value: Int16) throws { try number(value) }
    func encode(_ value: Int32) throws { try number(value) }
    func encode(_ value: Int64) throws { try number(value) }
    func encode(_ value: UInt) throws { try number(value) }
    func encode(_ value: UInt8) throws { try number(value) }
    func encode(_ value: UInt16) throws { try number(value) }
    func encode(_ value: UInt32) throws { try number(value) }
    func encode(_ value: UInt64) throws { try number(value) }

    private func number(_ value: some BinaryInteger) throws {
        target.set(try TreeEncoder.encode(value, at: target.place))
    }

    func encode(_ value: some Encodable) throws {
        target.set(try TreeEncoder.encode(value, previous: target.previous, at: target.place))
    }
}
