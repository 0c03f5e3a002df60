/// The checksum that ``Record`` uses: CRC-64/XZ, as in the xz format.
///
/// It detects damage but not forgery: anyone who can write the file can also write a matching checksum.
package enum CRC64 {
    private static let table: [UInt64] = (0..<256).map { index in
        (0..<8).reduce(UInt64(index)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0xC96C_5795_D787_0F42 : value >> 1 }
    }

    /// Returns the checksum of the bytes.
    ///
    /// - Complexity: O(*n*).
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
        table.withUnsafeBufferPointer { table in
            ~bytes.reduce(UInt64.max) { value, byte in
                table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8)
            }
        }
    }
}
