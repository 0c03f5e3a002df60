/// Decodes numbers and byte strings from untrusted bytes.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The bytes that have not been read.
    var remaining: ArraySlice<UInt8> { rest }

    /// Reads a big-endian number. Returns `nil` if there are too few bytes.
    mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let bytes = take(count: UInt64(MemoryLayout<Number>.size)) else { return nil }
        return bytes.reduce(0) { ($0 << 8) | Number(truncatingIfNeeded: $1) }
    }

    /// Reads the given number of bytes. Returns `nil` if there are too few.
    mutating func take(count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        let bytes = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return bytes
    }
}

extension [UInt8] {
    /// Appends a big-endian number.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
