/// Returns a number that identifies the case of an enum value. All values of one case have the same number, whatever
/// their associated values. Returns `nil` if the type is not an enum, or on a processor on which this is not known to
/// work.
///
/// It calls the function that the compiler has generated for the enum's type, as reflection does, but creates no text
/// and needs no lookup. It relies on the layout of type metadata and value witness tables, which is part of Swift's
/// documented ABI. `EnumTagTests` watch this. Where it returns `nil`, ``GroupID/init(caseOf:)`` does the same more
/// slowly.
package func enumTag<Value>(of value: Value) -> Int? {
    #if (arch(x86_64) || arch(arm64)) && !_ptrauth(_arm64e)
    let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    guard metadata.load(as: UInt.self) == MetadataLayout.enumKind else { return nil }
    let witnesses = (metadata - MemoryLayout<UInt>.size).load(as: UnsafeRawPointer.self)
    let flags = witnesses.load(fromByteOffset: MetadataLayout.flagsOffset, as: UInt32.self)
    guard flags & MetadataLayout.hasEnumWitnesses != 0 else { return nil }
    let getTag = witnesses.load(fromByteOffset: MetadataLayout.getEnumTagOffset, as: MetadataLayout.GetEnumTag.self)
    return withUnsafePointer(to: value) { Int(getTag($0, metadata)) }
    #else
    return nil
    #endif
}

#if (arch(x86_64) || arch(arm64)) && !_ptrauth(_arm64e)
/// Constants from `MetadataValues.h` and `ValueWitness.def` of Swift's ABI, for 64-bit processors.
private enum MetadataLayout {
    /// On these processors, Swift passes two pointers in the same way as C.
    typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

    static var enumKind: UInt { 0x201 }
    static var hasEnumWitnesses: UInt32 { 0x0020_0000 }
    /// The flags follow eight functions, the size and the stride.
    static var flagsOffset: Int { 80 }
    static var getEnumTagOffset: Int { 88 }
}
#endif
