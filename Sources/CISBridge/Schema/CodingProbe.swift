import CISReflection

/// Finds out what a type decodes: an object with certain keys, a list, or one value.
///
/// The probe is passed to the type's `init(from:)`, and throws an error as soon as it knows the answer. So no value of
/// the type is created. Custom initializers do more than synthesized ones: they skip elements that cannot be read, and
/// use the count and the coding path. What the probe returns must not make them loop for ever or trap.
final class CodingProbe: Decoder {
    enum Finding {
        /// An object. Maps the names of the coding keys in code to the keys on the wire.
        case keys([String: String])
        /// An object whose keys are data or are unknown.
        case anyKeys
        /// One value.
        case value(any Any.Type)
        /// A list of elements.
        case list(of: any Any.Type)
    }

    private struct Stop: Error {}
    private enum Place: CodingKey { case value }
    private(set) var finding: Finding?

    var codingPath: [any CodingKey] { [Place.value] }
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func finding(of type: any Decodable.Type) -> Finding? {
        let probe = CodingProbe()
        _ = try? type.init(from: probe)
        return probe.finding
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let keys = namesOfCases(type)
        let names = EnumMetadata(type)?.caseNames ?? []
        finding = !keys.isEmpty && keys.count == names.count ? .keys(Dictionary(zip(names, keys)) { $1 }) : .anyKeys
        throw Stop()
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(probe: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

    fileprivate func stop(_ finding: Finding) -> any Error {
        if self.finding == nil { self.finding = finding }
        return Stop()
    }

    private struct Single: SingleValueDecodingContainer {
        let probe: CodingProbe
        var codingPath: [any CodingKey] { probe.codingPath }

        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw probe.stop(.value(type)) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let probe: CodingProbe
        var codingPath: [any CodingKey] { probe.codingPath }
        // There is one element. After it was requested, the container is at its end. So a loop that skips elements
        // which it cannot read ends.
        var count: Int? { 1 }
        var isAtEnd: Bool { probe.finding != nil }
        var currentIndex: Int { isAtEnd ? 1 : 0 }

        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw probe.stop(.list(of: type)) }
        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw probe.stop(.list(of: Any.self))
        }
        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw probe.stop(.list(of: Any.self)) }
        func superDecoder() throws -> any Decoder { throw probe.stop(.list(of: Any.self)) }
    }
}
