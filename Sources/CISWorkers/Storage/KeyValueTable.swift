import Foundation

/// The content of a store that keeps all its values in one file.
struct KeyValueTable: Sendable, Hashable {
    /// By the bytes of the name: strings would take some names for equal that are not.
    private var values: [Data: Data] = [:]

    init() {}

    subscript(name: String) -> Data? {
        get { values[Data(name.utf8)] }
        set { values[Data(name.utf8)] = newValue }
    }

    /// For each value, in the order of the names: number of bytes and bytes of the name, then of the value.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in values.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            bytes.append(bigEndian: UInt32(name.count))
            bytes.append(contentsOf: name)
            bytes.append(bigEndian: UInt64(value.count))
            bytes.append(contentsOf: value)
        }
        return bytes
    }

    /// Reads a table. `nil` if the bytes are none.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        while !reader.remaining.isEmpty {
            guard let nameCount = reader.take(UInt32.self), let name = reader.take(count: UInt64(nameCount)),
                let valueCount = reader.take(UInt64.self), let value = reader.take(count: valueCount),
                values.updateValue(Data(value), forKey: Data(name)) == nil
            else { return nil }
        }
    }
}
