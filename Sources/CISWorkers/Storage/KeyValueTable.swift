import Foundation

/// The values of a store that keeps them in one file.
struct KeyValueTable: Sendable, Hashable {
    /// The values by the UTF-8 bytes of their names. As strings, two names with different bytes can be equal, such as
    /// “é” written as one or as two Unicode scalars.
    private var values: [Data: Data] = [:]

    init() {}

    subscript(name: String) -> Data? {
        get { values[Data(name.utf8)] }
        set { values[Data(name.utf8)] = newValue }
    }

    /// The encoded table: for each value the length of its name, the name, the length of the value and the value. The
    /// values are sorted by name.
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

    /// Decodes a table. Returns `nil` if the bytes are not a valid table.
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
