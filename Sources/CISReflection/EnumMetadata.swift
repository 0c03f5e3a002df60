/// Reads the runtime's metadata of an enum in place. The layout is part of Swift's stable ABI (TypeMetadata in the
/// compiler's documentation) and has been the same since Swift 5.0.
///
/// ```text
/// metadata ─▶ [kind: word] [descriptor: pointer]
/// descriptor ─▶ [flags: 4 bytes] [parent] [name] [access function] [fields] …      offsets of 4 bytes each
/// fields ─▶ [type] [superclass] [kind: 2 bytes] [size of a record: 2 bytes] [count: 4 bytes] record…
/// record ─▶ [flags: 4 bytes] [type] [name]
/// ```
///
/// An offset is relative to the address at which it is stored. 0 means absent.
package struct EnumMetadata {
    /// The list of the cases.
    let fields: UnsafeRawPointer
    let metadata: UnsafeRawPointer
    let descriptor: UnsafeRawPointer

    /// The kinds of metadata of an enum. An optional has a kind of its own.
    private static let enumKinds: Set<UInt> = [0x201, 0x202]
    /// The kind of the descriptor of an enum, in the low five bits of its flags.
    private static let enumDescriptor: UInt32 = 18
    /// The kinds of field descriptor that enums have: one for enums with at most one payload case, one for enums with
    /// several.
    private static let enumFields: Set<UInt16> = [2, 3]

    /// Returns `nil` for a type that is not an enum, for an enum without reflection metadata, and where pointers are signed
    /// (arm64e).
    package init?(_ type: Any.Type) {
        #if _ptrauth(_arm64e)
        return nil
        #else
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        // Each step is validated before the next.
        guard Self.enumKinds.contains(metadata.load(as: UInt.self)),
            let descriptor = metadata.load(
                fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self),
            descriptor.load(as: UInt32.self) & 0x1F == Self.enumDescriptor,
            let fields = Self.target(of: descriptor + 16),
            Self.enumFields.contains(fields.load(fromByteOffset: 8, as: UInt16.self)),
            fields.load(fromByteOffset: 10, as: UInt16.self) >= 12
        else { return nil }
        self.fields = fields
        self.metadata = metadata
        self.descriptor = descriptor
        #endif
    }

    /// The names of the cases, those with a payload first. `nil` if the type was compiled without names.
    package var caseNames: [String]? {
        var names: [String] = []
        for record in records {
            guard let name = Self.target(of: record + 8) else { return nil }
            let text = String(cString: name.assumingMemoryBound(to: CChar.self))
            if text.isEmpty { return nil }
            names.append(Self.plain(text))
        }
        return names
    }

    /// The addresses of the records that describe the cases.
    var records: [UnsafeRawPointer] {
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).map { fields + 16 + $0 * size }
    }

    /// A name as it is written in code, without backticks. The metadata contains raw identifiers with backticks, and with
    /// non-breaking spaces between the words.
    package static func plain(_ name: String) -> String {
        guard name.hasPrefix("`"), name.hasSuffix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// The address that a relative offset points to.
    static func target(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = Int(address.load(as: Int32.self))
        return offset == 0 ? nil : address + offset
    }
}
