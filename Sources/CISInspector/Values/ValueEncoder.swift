internal import CIS

/// The `Encoder` of one value, and the storage that its containers write to.
final class ValueEncoder: SecretHidingEncoder {
    private enum Slot {
        case value(RecordedValue)
        case nested(ValueEncoder)

        func value() throws -> RecordedValue {
            switch self {
            case .value(let value): value
            case .nested(let encoder): try encoder.value()
            }
        }
    }

    private enum Content {
        case nothing
        case single(RecordedValue)
        case members([(key: String, slot: Slot)])
        case elements([Slot])
    }

    private let recorder: ValueRecorder
    private var content = Content.nothing

    init(_ recorder: ValueRecorder) {
        self.recorder = recorder
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .nothing = content { content = .members([]) }
        return KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .nothing = content { content = .elements([]) }
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    func value() throws -> RecordedValue {
        switch content {
        // What encodes nothing is an object without members.
        case .nothing: .object([RecordedValue.Member]())
        case .single(let value): value
        case .members(let members): .object(try members.map { RecordedValue.Member($0.key, try $0.slot.value()) })
        case .elements(let elements): .array(try elements.map { try $0.value() })
        }
    }

    // MARK: Filling

    private var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    private func set(_ slot: Slot, for key: String) {
        guard case .members(var members) = content else { return }
        content = .nothing  // so that the members are not copied
        if members.count < 64, let index = members.firstIndex(where: { $0.key == key }) {
            members[index].slot = slot
        } else {
            members.append((key, slot))
        }
        content = .members(members)
    }

    private func append(_ slot: Slot) {
        guard case .elements(var elements) = content else { return }
        content = .nothing
        elements.append(slot)
        content = .elements(elements)
    }

    private func nested(for key: String? = nil) -> ValueEncoder {
        let encoder = ValueEncoder(recorder)
        if let key { set(.nested(encoder), for: key) } else { append(.nested(encoder)) }
        return encoder
    }

    // MARK: Containers

    // In each container the generic function also implements the requirements for numbers, texts and Booleans.

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { encoder.set(.value(.null), for: key.stringValue) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.set(.value(try encoder.recorder.encode(value)), for: key.stringValue)
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
        var count: Int { encoder.count }

        func encodeNil() { encoder.append(.value(.null)) }

        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.append(.value(try encoder.recorder.encode(value)))
        }

        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.nested().container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nested().unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder.nested() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.content = .single(.null) }

        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.content = .single(try encoder.recorder.encode(value))
        }
    }
}
