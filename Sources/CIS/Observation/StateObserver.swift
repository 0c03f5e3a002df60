/// One observer of a scene's state.
///
/// What it selects and compares is in the closure, which is built where the types are known, so that clients get code
/// made for their types. The list of observers knows no types at all, and so needs no look-up of any.
// Unchecked because its superclass is: what it adds is constant, or the main actor's alone.
@usableFromInline
final class StateObserver: ObserverHandle, @unchecked Sendable {
    @MainActor var check: ((UnsafeRawPointer) -> Void)?
    let delivery: Delivery
    private let hasOwner: Bool
    private weak let owner: AnyObject?
    /// Waits for the delivery at the end of the turn.
    @MainActor var isDue = false

    @MainActor
    init(check: @escaping (UnsafeRawPointer) -> Void, delivery: Delivery, owner: AnyObject?) {
        self.check = check
        self.delivery = delivery
        self.hasOwner = owner != nil
        self.owner = owner
        super.init()
    }

    /// Whether the owner that it was bound to no longer exists.
    var isOwnerGone: Bool { hasOwner && owner == nil }

    override func discard() {
        // Released after the property is empty: what the closure held may call back.
        let released = check
        check = nil
        withExtendedLifetime(released) {}
    }
}

/// An observer in the list, with what is needed to see that its value cannot have changed without calling it.
struct ObserverSlot {
    let observer: StateObserver
    /// The field's bits when it was last looked at.
    var bits: UInt64
    let field: BitField?
}

/// A stored field of a trivially copyable type of 1, 2, 4 or 8 bytes, which can be compared by its bits.
@usableFromInline
struct BitField: Sendable {
    let offset: Int32
    let width: Int32

    /// `nil` where bits do not decide: fields of other sizes, and types with references, whose bits stay the same when
    /// an array is written in place.
    @usableFromInline
    init?<Value>(offset: Int?, of type: Value.Type) {
        guard let offset = offset.flatMap({ Int32(exactly: $0) }), _isPOD(type) else { return nil }
        switch MemoryLayout<Value>.size {
        case 1, 2, 4, 8: self.width = Int32(MemoryLayout<Value>.size)
        default: return nil
        }
        self.offset = offset
    }

    @inline(__always)
    func load(from state: UnsafeRawPointer) -> UInt64 {
        let field = state + Int(offset)
        return switch width {
        case 1: UInt64(field.loadUnaligned(as: UInt8.self))
        case 2: UInt64(field.loadUnaligned(as: UInt16.self))
        case 4: UInt64(field.loadUnaligned(as: UInt32.self))
        default: field.loadUnaligned(as: UInt64.self)
        }
    }
}
