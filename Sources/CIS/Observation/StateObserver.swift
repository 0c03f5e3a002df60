/// One observer of a scene's state.
///
/// The list of observers is not generic, so each observer has a function, `notify`, that selects and compares its
/// value. The function is created in inlinable code, so that clients get code that is specialized for their types. It
/// captures nothing, because the observer holds everything that it needs.
// Unchecked because its superclass is. Its own properties are constant or isolated to the main actor.
@usableFromInline
class StateObserver: ObserverHandle, @unchecked Sendable {
    @usableFromInline typealias Notify = @MainActor (StateObserver, UnsafeRawPointer) -> Void

    // The small properties come first, because they fit into the same word as those of the superclass.
    final let delivery: Delivery
    /// Whether it waits for the delivery at the end of the turn.
    // Unchecked exclusivity is safe here and below: only the main actor accesses these properties, and each access ends
    // before any client code runs.
    @MainActor @exclusivity(unchecked) final var isDue = false
    /// The offset of the observed field. Negative if the value is not a stored field.
    @usableFromInline final let fieldOffset: Int32
    /// Selects the value, compares it, and calls the observer if necessary.
    final let notify: Notify
    @usableFromInline final weak let owner: AnyObject?

    @MainActor
    @usableFromInline
    init(owner: AnyObject?, delivery: Delivery, fieldOffset: Int32 = -1, notify: @escaping Notify) {
        self.notify = notify
        self.delivery = delivery
        self.fieldOffset = fieldOffset
        self.owner = owner
        super.init(endsWithToken: owner == nil)
    }

    final var hasOwner: Bool { !endsWithToken }

    /// Whether its owner no longer exists.
    final var isOwnerGone: Bool { hasOwner && owner == nil }
}

/// An observer that selects a value.
// Unchecked because its superclass is. Its own properties are constant or isolated to the main actor.
@usableFromInline
final class ValueObserver<State, Value>: StateObserver, @unchecked Sendable {
    // `select`, `path` and `onChange` are `nil` after the end of the observation. Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var select: ((borrowing State) -> Value)?
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var path: KeyPath<State, Value>?
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var onChange: ((Value) -> Void)?
    /// The last value. Stored if the observer is called only when the value has changed.
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) @usableFromInline var last: Value?

    @MainActor
    @usableFromInline
    init(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery,
        onChange: @escaping (Value) -> Void, notify: @escaping Notify
    ) {
        select = selector.select
        path = selector.path
        self.onChange = onChange
        super.init(owner: owner, delivery: delivery, fieldOffset: selector.offset, notify: notify)
    }

    /// The value. `nil` if the observer has ended.
    @MainActor
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        selectedValue(in: state, select, fieldOffset, path)
    }

    override func discard() {
        // Released last, because objects that they held may call back.
        let released = (select, path, onChange, last)
        (select, path, onChange, last) = (nil, nil, nil, nil)
        withExtendedLifetime(released) {}
    }
}

/// An observer of the whole state. Its function receives the owner, which exists during the call.
// Unchecked because its superclass is. Its own properties are constant or isolated to the main actor.
final class WholeObserver: StateObserver, @unchecked Sendable {
    // Unchecked: see `isDue`.
    @MainActor @exclusivity(unchecked) private var body: ((AnyObject, UnsafeRawPointer) -> Void)?

    @MainActor
    init(owner: AnyObject, body: @escaping (AnyObject, UnsafeRawPointer) -> Void) {
        self.body = body
        super.init(owner: owner, delivery: .everyChange) { observer, state in
            unsafeDowncast(observer, to: WholeObserver.self).notify(of: state)
        }
    }

    @MainActor
    private func notify(of state: UnsafeRawPointer) {
        if let body, let owner { body(owner, state) }
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
    /// The number of bytes. 0 if bits must not be compared: for fields of other sizes, and for types with references,
    /// because the bits of an array stay the same when it is changed in place.
    let width: Int32

    /// No field.
    @usableFromInline static var none: BitField { BitField(offset: Int32(-1), of: Int.self) }

    /// - Parameter offset: The offset of the field, or `nil` if the field is not stored.
    init<Value>(offset: Int?, of type: Value.Type) {
        self.init(offset: offset.flatMap { Int32(exactly: $0) } ?? -1, of: type)
    }

    @usableFromInline
    init<Value>(offset: Int32, of type: Value.Type) {
        self.offset = offset
        guard offset >= 0, _isPOD(type) else {
            width = 0
            return
        }
        width =
            switch MemoryLayout<Value>.size {
            case 1, 2, 4, 8: Int32(MemoryLayout<Value>.size)
            default: 0
            }
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
