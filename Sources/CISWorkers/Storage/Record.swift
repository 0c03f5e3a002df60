/// The file format of this module: content together with its kind, its version and a checksum.
///
/// | bytes | meaning |
/// |---|---|
/// | 4 | `CISR` |
/// | 1 | version of the format, 1 |
/// | 1 | kind |
/// | 4 | version of the content |
/// | 8 | length of the content |
/// | … | content |
/// | 8 | CRC-64/XZ of all bytes before it |
///
/// Numbers are big-endian. The file ends with the checksum.
package struct Record: Sendable, Hashable {
    /// The purpose of a file. A store rejects files of other kinds.
    package enum Kind: UInt8, Sendable {
        case keyValues = 1
        case secrets = 2
        case snapshot = 3
        case cacheEntry = 4
    }

    /// The reason why bytes cannot be decoded. The texts are part of error messages.
    package enum Damage: String, Error {
        case tooShort = "it is too short"
        case notARecord = "it is not a file of this library"
        case newerLayout = "its format is newer"
        case otherKind = "it is a file of another kind of store"
        case wrongLength = "its length is wrong"
        case wrongChecksum = "its checksum does not match"
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

    /// The encoded record.
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

    /// Decodes a record. Throws if the bytes are not a valid record of this kind.
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
