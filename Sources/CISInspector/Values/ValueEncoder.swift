internal import CIS

/// The `Encoder` of one value, and the storage that its containers write to.
final class ValueEncoder: SecretHidingEncoder {
    private let recorder: ValueRecorder
    private var single: RecordedValue?
    private var members: [RecordedValue.Member] = []
    private var elements: [RecordedValue]?
    /// The containers that were returned and may still be filled, with their places in this one.
    private var nested: [(index: Int, encoder: ValueEncoder)] = []

    init(_ recorder: ValueRecorder) {
        self.recorder = recorder
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// What was encoded. What encodes nothing is an object without members.
    func value() -> RecordedValue {
        for (index, encoder) in nested {
            if elements == nil { members[index].value = encoder.value() } else { elements?[index] = encoder.value() }
        }
        return single ?? elements.map { .array($0) } ?? .object(members)
    }

    // MARK: Filling

    /// Sets a member, and returns its index. A superclass may set it twice.
    @discardableResult
    private func set(_ value: RecordedValue, for key: String) -> Int {
        let index = (members.count < 64 ? members.firstIndex { $0.key == key } : nil) ?? members.count
        if index < members.count { members[index].value = value } else { members.append(.init(key, value)) }
        return index
    }

    /// Appends an element, and returns its index.
    @discardableResult
    private func append(_ value: RecordedValue) -> Int {
        elements?.append(value)
        return (elements?.count ?? 0) - 1
    }

    private func nested(for key: String? = nil) -> ValueEncoder {
        let encoder = ValueEncoder(recorder)
        nested.append((key.map { set(.null, for: $0) } ?? append(.null), encoder))
        return encoder
    }

    // MARK: Containers

    // In each container the generic function also implements the requirements for numbers, texts and Booleans.

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { encoder.set(.null, for: key.stringValue) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.set(try encoder.recorder.encode(value), for: key.stringValue)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.nested(for: key.stringValue).container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.nested(for: key.stringValue).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.nested(for: "super") }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(for: key.stringValue) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.elements?.count ?? 0 }

        func encodeNil() { encoder.append(.null) }
        func encode<Value: Encodable>(_ value: Value) throws { encoder.append(try encoder.recorder.encode(value)) }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.nested().container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nested().unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder.nested() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.single = .null }
        func encode<Value: Encodable>(_ value: Value) throws { encoder.single = try encoder.recorder.encode(value) }
    }
}
