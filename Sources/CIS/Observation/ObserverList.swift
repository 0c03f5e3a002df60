/// The observers of one scene, in the order of their registration. Created with the first registration.
///
/// It manages its memory itself. Observers may be added while others are called, so an array would be retained and
/// checked for uniqueness at each call. Only the main actor uses the list, except for its deinit, which may run on any
/// thread.
final class ObserverList {
    private struct Registration {
        /// Retained manually by the list, so that it is not retained for each call.
        let observer: Unmanaged<Observer>
        /// The bits of the field at the last comparison.
        var bits: UInt64
        /// The field whose bits are compared, if that is possible without calling the observer.
        let field: BitField
    }

    // Unchecked exclusivity is safe here and below, because each access ends before any client code runs.
    @exclusivity(unchecked) private var registrations: UnsafeMutablePointer<Registration>
    @exclusivity(unchecked) private(set) var count = 0
    private var capacity = 2
    /// Whether a notification has found observers that have ended or whose owner is gone.
    private var hasGone = false
    /// When the list has this length, ended observers are removed. A notification alone does not find all of them,
    /// because it skips the observers of unchanged values.
    private var limit = leastLimit

    private static var leastLimit: Int { 16 }

    init() {
        registrations = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { registrations[index].observer.release() }
        registrations.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Whether ``prune()`` should be called: there are ended observers, or the list has doubled since the last call.
    var wantsPruning: Bool { hasGone || count >= limit }

    func append(_ observer: Observer, field: BitField, state: UnsafeRawPointer) {
        if count == capacity { grow() }
        let bits = field.width == 0 ? 0 : field.load(from: state)
        (registrations + count).initialize(
            to: Registration(observer: .passRetained(observer), bits: bits, field: field))
        count += 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Registration>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: registrations, count: count)
        registrations.deallocate()
        registrations = larger
        capacity *= 2
    }

    /// Notifies the observers that were registered before this commit, in order. None is removed during the
    /// notification. `schedule` is called when the first observer with the delivery ``Delivery/oncePerTurn`` is due.
    @MainActor
    func notify(of state: UnsafeRawPointer, schedule: @MainActor () -> Void) {
        var hasGone = false
        let end = count
        var index = 0
        while index < end {
            // Computed anew each time, because a callback may have added an observer and so moved the memory.
            let registration = registrations + index
            index += 1
            if registration.pointee.field.width != 0 {
                let bits = registration.pointee.field.load(from: state)
                if bits == registration.pointee.bits { continue }
                registration.pointee.bits = bits
            }
            // Not retained: the list keeps it until the notification is over.
            registration.pointee.observer.lend { observer in
                if !observer.isActive || observer.isOwnerGone {
                    hasGone = true
                } else if observer.delivery == .everyChange {
                    observer.call(state, .change)
                } else if !observer.isDue {
                    observer.isDue = true
                    schedule()
                }
            }
        }
        if hasGone { self.hasGone = true }
    }

    @MainActor
    func notifyDue(of state: UnsafeRawPointer) {
        for index in 0..<count {
            let observer = registrations[index].observer.takeUnretainedValue()
            guard observer.isDue else { continue }
            observer.isDue = false
            if observer.isActive { observer.call(state, .change) }
        }
    }

    /// Ends all observers. The next ``prune()`` removes them.
    @MainActor
    func endAll() {
        hasGone = true
        // All observers end before anything that they hold is released, because its deinit may call back.
        let ended = (0..<count).map { registrations[$0].observer.takeUnretainedValue() }.filter { $0.deactivate() }
        for observer in ended { observer.discard() }
    }

    /// Removes and returns the observers that have ended or whose owner is gone. What they hold may call back when it
    /// is released. Never called during a notification.
    func prune() -> ContiguousArray<Observer> {
        hasGone = false
        // Each owner is read once, because it may be released at any moment, on any thread. Owners that still exist are
        // retained until the list is consistent again, because the deinit of an owner that is released here could call
        // back.
        var owners: ContiguousArray<AnyObject> = []
        var gone: ContiguousArray<Observer> = []
        var kept = 0
        for index in 0..<count {
            let registration = registrations[index]
            let observer = registration.observer.takeUnretainedValue()
            let owner = observer.owner
            if let owner { owners.append(owner) }
            if !observer.isActive || observer.hasOwner && owner == nil {
                gone.append(registration.observer.takeRetainedValue())
            } else {
                registrations[kept] = registration
                kept += 1
            }
        }
        count = kept
        limit = max(count * 2, Self.leastLimit)
        withExtendedLifetime(owners) {}
        return gone
    }
}

/// A stored field of a trivially copyable type of 1, 2, 4 or 8 bytes, which can be compared by its bits.
struct BitField: Sendable {
    let offset: Int32
    /// The number of bytes. 0 if bits must not be compared: for fields of other sizes, and for types with references,
    /// because the bits of an array stay the same when it is changed in place.
    let width: Int32

    static var none: BitField { BitField(offset: nil, of: Int.self) }

    /// - Parameter offset: The offset of the field, or `nil` if the field is not stored.
    init<Value>(offset: Int?, of type: Value.Type) {
        self.offset = offset.flatMap { Int32(exactly: $0) } ?? -1
        let size = MemoryLayout<Value>.size
        let hasComparableSize = size == 1 || size == 2 || size == 4 || size == 8
        width = self.offset >= 0 && _isPOD(type) && hasComparableSize ? Int32(size) : 0
    }

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

extension Unmanaged {
    /// Calls a function with the object without retaining it. It replaces the standard library's function, because a
    /// closure that an isolated function passes to another module checks its executor each time.
    func lend<Result>(to body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
