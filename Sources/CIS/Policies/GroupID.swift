/// The name of an enum case. A type of its own, so that it differs from a string that an app uses as a group.
private struct ActionCase: Hashable, Sendable, CustomStringConvertible {
    let name: String

    var description: String { name }
}

/// Identifies a group of actions of a scene, or a source of the scene.
package struct GroupID: Sendable, Hashable, CustomStringConvertible {
    /// Stored in an object, so that copies are cheap and most comparisons compare addresses only. Leak checks ignore
    /// this object, because every policy that names the group shares it.
    package final class Value: Sendable {
        fileprivate let id: any Hashable & Sendable
        fileprivate let hash: Int

        fileprivate init(_ id: any Hashable & Sendable) {
            self.id = id
            hash = AnyHashable(id).hashValue
        }
    }

    private let value: Value

    package init(_ id: some Hashable & Sendable) {
        value = Value(id)
    }

    package var given: AnyHashable { AnyHashable(value.id) }

    /// The group of all actions of the same case, identified by the name of the case.
    package init(caseOf action: some Sendable) {
        let mirror = Mirror(reflecting: action)
        let isEnum = mirror.displayStyle == .enum
        // A case without values has no children, and its description is its name. If the type has its own description,
        // cases with the same description share a group.
        self.init(ActionCase(name: isEnum ? mirror.children.first?.label ?? "\(action)" : "\(type(of: action))"))
    }

    package var description: String { "\(value.id)" }

    package static func == (lhs: GroupID, rhs: GroupID) -> Bool {
        lhs.value === rhs.value || lhs.value.hash == rhs.value.hash && lhs.given == rhs.given
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(value.hash)
    }
}

/// Caches the groups of the cases of one action type. To create a group, the name of the case is needed, and reading it
/// takes reflection. The cache is indexed by the number of the case, which can be read without reflection.
struct CaseGroups {
    private var groups: [Int: GroupID] = [:]
    /// Whether all values of a case have the same name. `false` if the type customizes its reflection.
    private var isNumbered: Bool?

    /// The group of an action's case. The actions have the same type in every call.
    mutating func group(of action: some Sendable) -> GroupID {
        let isNumbered = self.isNumbered ?? !(action is any CustomReflectable)
        self.isNumbered = isNumbered
        guard isNumbered, let tag = enumTag(of: action) else { return GroupID(caseOf: action) }
        if let group = groups[tag] { return group }
        let group = GroupID(caseOf: action)
        groups[tag] = group
        return group
    }
}

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
