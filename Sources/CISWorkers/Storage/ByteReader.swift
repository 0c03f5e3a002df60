/// Takes numbers and byte strings from the front of bytes that may be anything.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// What has not been taken.
    var remaining: ArraySlice<UInt8> { rest }

    /// Takes a number, its greatest byte first. `nil` if too few bytes are left.
    mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let bytes = take(count: UInt64(MemoryLayout<Number>.size)) else { return nil }
        return bytes.reduce(0) { ($0 << 8) | Number(truncatingIfNeeded: $1) }
    }

    /// Takes a number of bytes. `nil` if too few are left.
    mutating func take(count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        let bytes = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number, its greatest byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
