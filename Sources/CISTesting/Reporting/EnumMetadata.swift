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
/// An offset counts from its own address. 0 means absent.
struct EnumMetadata {
    private let fields: UnsafeRawPointer

    /// The kinds of metadata that belong to an enum: enum, and optional, which is one.
    private static let enumKinds: Set<UInt> = [0x201, 0x202]
    /// The kind of a descriptor that belongs to an enum, in the low five bits of its flags.
    private static let enumDescriptor: UInt32 = 18
    /// The kinds of a list of fields that belong to an enum: with at most one payload, and with several.
    private static let enumFields: Set<UInt16> = [2, 3]

    /// Returns `nil` for a type that is not an enum, and for an enum without reflection metadata.
    init?(_ type: Any.Type) {
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
    }

    /// The names of the cases, those with a payload first. `nil` if the type was compiled without names.
    var caseNames: [String]? {
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        var names: [String] = []
        for index in 0..<count {
            let record = fields + 16 + index * size
            guard let name = Self.target(of: record + 8) else { return nil }
            let text = String(cString: name.assumingMemoryBound(to: CChar.self))
            if text.isEmpty { return nil }
            names.append(text)
        }
        return names
    }

    /// The address that a relative offset points to.
    private static func target(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = Int(address.load(as: Int32.self))
        return offset == 0 ? nil : address + offset
    }
}
