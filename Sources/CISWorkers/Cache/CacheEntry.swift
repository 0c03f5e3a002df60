/// The content of one file of a ``DiskCache``: a key, two times and the value. The key is stored because two keys may
/// have the same file name.
///
/// The entry is the content of a ``Record``: the creation and expiry times in milliseconds since 1970, 8 bytes each;
/// the length of the key, 4 bytes; the key; and the value, which is the rest.
package struct CacheEntry: Sendable, Hashable {
    package var key: String
    package var stored: Int64
    package var expires: Int64
    package var value: [UInt8]

    package init(key: String, stored: Int64, expires: Int64, value: [UInt8]) {
        self.key = key
        self.stored = stored
        self.expires = expires
        self.value = value
    }

    private static let version: UInt32 = 1

    /// The entry in the format of its file.
    package var bytes: [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(value.count + key.utf8.count + 20)
        content.append(bigEndian: stored)
        content.append(bigEndian: expires)
        content.append(bigEndian: UInt32(truncatingIfNeeded: key.utf8.count))
        content.append(contentsOf: key.utf8)
        content.append(contentsOf: value)
        return Record(kind: .cacheEntry, version: Self.version, content: content).bytes
    }

    /// Decodes an entry. Returns `nil` if the bytes are not a valid entry.
    package init?(_ bytes: [UInt8]) {
        guard let record = try? Record(bytes, kind: .cacheEntry), record.version == Self.version else { return nil }
        var reader = ByteReader(record.content)
        guard let stored = reader.take(Int64.self), let expires = reader.take(Int64.self),
            let count = reader.take(UInt32.self), let name = reader.take(count: UInt64(count)),
            let key = String(validating: name, as: UTF8.self)
        else { return nil }
        self.init(key: key, stored: stored, expires: expires, value: Array(reader.remaining))
    }

    /// Whether the entry may be used at the given time. If its creation is in the future, the clock was changed and the
    /// entry is not fresh.
    package func isFresh(at now: Int64) -> Bool {
        stored <= now && now < expires
    }

    /// Returns the file name for a key.
    package static func name(for key: String) -> String {
        let digits = String(CRC64.checksum(key.utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
