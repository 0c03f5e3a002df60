/// What is in a file of this module: content, what kind of content, its version, and a checksum.
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | `CISR` |
/// | 1 | version of this layout, 1 |
/// | 1 | kind |
/// | 4 | version of the content |
/// | 8 | number of bytes of the content |
/// | … | content |
/// | 8 | CRC-64/XZ of everything before |
///
/// Numbers have their greatest byte first. Nothing follows the checksum.
package struct Record: Sendable, Hashable {
    /// What a file is for, so that one is not taken for another.
    package enum Kind: UInt8, Sendable {
        case keyValues = 1
        case secrets = 2
        case snapshot = 3
        case cacheEntry = 4
    }

    /// Why bytes are not a record of the kind.
    package enum Damage: String, Error {
        case tooShort = "it ends too early"
        case notARecord = "it does not begin like one"
        case newerLayout = "its layout is of a newer version"
        case otherKind = "it is a file for something else"
        case wrongLength = "its length is not the one it names"
        case wrongChecksum = "its checksum does not fit"
    }

    package var kind: Kind
    package var version: UInt32
    package var content: [UInt8]

    package init(kind: Kind, version: UInt32, content: [UInt8]) {
        self.kind = kind
        self.version = version
        self.content = content
    }

    private static let magic = Array("CISR".utf8)
    private static let layout: UInt8 = 1
    private static let frame = 18 + 8

    /// The record as bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + Self.frame)
        bytes.append(contentsOf: Self.magic)
        bytes.append(Self.layout)
        bytes.append(kind.rawValue)
        bytes.append(bigEndian: version)
        bytes.append(bigEndian: UInt64(content.count))
        bytes.append(contentsOf: content)
        bytes.append(bigEndian: CRC64.checksum(bytes))
        return bytes
    }

    /// Reads a record. Whatever the bytes are, the result is the record that was written, or an error.
    package init(_ bytes: [UInt8], kind: Kind) throws(Damage) {
        guard bytes.count >= Self.frame else { throw .tooShort }
        var reader = ByteReader(bytes)
        guard reader.take(count: 4).map(Array.init) == Self.magic, let layout = reader.take(UInt8.self) else {
            throw .notARecord
        }
        guard layout == Self.layout else { throw layout > Self.layout ? .newerLayout : .notARecord }
        guard let found = reader.take(UInt8.self), let version = reader.take(UInt32.self),
            let count = reader.take(UInt64.self), let content = reader.take(count: count),
            let checksum = reader.take(UInt64.self), reader.remaining.isEmpty
        else { throw .wrongLength }
        guard CRC64.checksum(bytes.dropLast(8)) == checksum else { throw .wrongChecksum }
        guard found == kind.rawValue else { throw .otherKind }
        self.init(kind: kind, version: version, content: Array(content))
    }
}
