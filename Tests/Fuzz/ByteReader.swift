/// Reads an input, in which each byte is a choice. After the end all bytes are 0.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func bytes(atMost count: Int) -> [UInt8] { (0..<Int(byte()) % (count + 1)).map { _ in byte() } }

    /// A number of any size: small ones, and those around powers of two, come often.
    mutating func number() -> UInt64 {
        let kind = byte()
        guard kind >= 64 else { return UInt64(kind) }
        let power: UInt64 = 1 << UInt64(kind % 64)
        return power &+ UInt64(truncatingIfNeeded: Int8(bitPattern: byte()))
    }

    /// Returns an offset near the bounds of a collection, inside or outside.
    mutating func offset(in count: Int) -> Int { Int(byte()) % (count + 5) - 2 }
}
