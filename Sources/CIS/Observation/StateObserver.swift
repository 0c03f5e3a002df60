/// One observer of a scene's state.
///
/// The list of observers knows no types. What an observer selects and compares is in `look`, which is made where the
/// types are known, so that clients get code made for their types. It captures nothing: what it needs is in the observer.
// Unchecked because its superclass is: what it adds is constant, or the main actor's alone.
@usableFromInline
class StateObserver: ObserverHandle, @unchecked Sendable {
    @usableFromInline typealias Look = @MainActor (StateObserver, UnsafeRawPointer) -> Void

    /// Looks at the state, and calls back if that is due.
    final let look: Look
    final let delivery: Delivery
    /// Waits for the delivery at the end of the turn.
    // Unchecked like all that is read or written for each observer at each commit: only by the main actor, and never
    // while a function of the client runs, so that no access can meet another.
    @MainActor @exclusivity(unchecked) final var isDue = false
    final let hasOwner: Bool
    @usableFromInline final weak let owner: AnyObject?

    @MainActor
    @usableFromInline
    init(owner: AnyObject?, delivery: Delivery, look: @escaping Look) {
        self.look = look
        self.delivery = delivery
        self.hasOwner = owner != nil
        self.owner = owner
        super.init()
    }

    /// Whether the owner that it was bound to no longer exists.
    final var isOwnerGone: Bool { hasOwner && owner == nil }
}

/// An observer that selects a value.
// Unchecked because its superclass is: what it adds is the main actor's alone.
@usableFromInline
final class ValueObserver<State, Value>: StateObserver, @unchecked Sendable {
    // Empty when it has ended, as the two below. Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var select: ((borrowing State) -> Value)?
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var path: KeyPath<State, Value>?
    @usableFromInline let offset: Int?
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var onChange: ((Value) -> Void)?
    /// The value that it saw last, if it is to be called for others only.
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var last: Value?

    @MainActor
    @usableFromInline
    init(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery,
        onChange: @escaping (Value) -> Void, look: @escaping Look
    ) {
        select = selector.select
        path = selector.path
        offset = selector.offset
        self.onChange = onChange
        super.init(owner: owner, delivery: delivery, look: look)
    }

    /// The value. `nil` if the observer has ended.
    @MainActor
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        selectedValue(in: state, select, offset, path)
    }

    override func discard() {
        // Released after the properties are empty: what they held may call back.
        let released = (select, path, onChange, last)
        (select, path, onChange, last) = (nil, nil, nil, nil)
        withExtendedLifetime(released) {}
    }
}

/// An observer that looks at the whole state.
// Unchecked because its superclass is: what it adds is the main actor's alone.
final class WholeObserver: StateObserver, @unchecked Sendable {
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) private var body: ((UnsafeRawPointer) -> Void)?

    @MainActor
    init(owner: AnyObject?, body: @escaping (UnsafeRawPointer) -> Void) {
        self.body = body
        super.init(owner: owner, delivery: .everyChange) { observer, state in
            unsafeDowncast(observer, to: WholeObserver.self).look(at: state)
        }
    }

    @MainActor
    private func look(at state: UnsafeRawPointer) {
        body?(state)
    }

    override func discard() {
        let released = body
        body = nil
        withExtendedLifetime(released) {}
    }
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
        case 8: field.loadUnaligned(as: UInt64.self)
        case 1: UInt64(field.loadUnaligned(as: UInt8.self))
        case 4: UInt64(field.loadUnaligned(as: UInt32.self))
        default: UInt64(field.loadUnaligned(as: UInt16.self))
        }
    }
}
