extension JSONTree {
    /// A checksum for debug builds: 32-bit FNV-1a over a canonical form of the tree.
    ///
    /// | value | bytes of the canonical form |
    /// |---|---|
    /// | null, true, false | `n`, `t`, `f` |
    /// | number | `d`, and the eight bytes of the floating-point number, the most significant first |
    /// | text | `s`, the number of UTF-8 bytes in decimal digits, `:`, and the bytes |
    /// | array | `[`, the elements, and `]` |
    /// | object | `{`, the members, and `}` |
    ///
    /// A member is its key, as a text, and its value. Members are in the order of the UTF-8 bytes of their keys.
    package var checksum: UInt32 {
        var hash = ChecksumHash()
        hash.add(self)
        return hash.value
    }
}

private struct ChecksumHash {
    private(set) var value: UInt32 = 0x811C_9DC5

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
    private mutating func add(_ letter: Unicode.Scalar) { add(UInt8(ascii: letter)) }

    private mutating func add(_ text: String) {
        add("s" as Unicode.Scalar)
        for byte in "\(text.utf8.count)".utf8 { add(byte) }
        add(":" as Unicode.Scalar)
        for byte in text.utf8 { add(byte) }
    }

    private mutating func add(_ number: Double) {
        add("d" as Unicode.Scalar)
        for shift in stride(from: 56, through: 0, by: -8) {
            add(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
        }
    }

    mutating func add(_ tree: JSONTree) {
        switch tree {
        case .null: add("n" as Unicode.Scalar)
        case .bool(let value): add(value ? "t" : "f" as Unicode.Scalar)
        case .integer(let value): add(Double(value))
        // Written as text, as on the wire.
        case .number(let value) where !value.isFinite:
            add(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        case .number(let value): add(value)
        case .text(let text): add(text)
        case .array(let node):
            add("[" as Unicode.Scalar)
            for element in node.elements { add(element) }
            add("]" as Unicode.Scalar)
        case .object(let node):
            add("{" as Unicode.Scalar)
            let members = zip(node.shape.keys, node.values).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            for (key, value) in members {
                add(key)
                add(value)
            }
            add("}" as Unicode.Scalar)
        }
    }
}
