/// The observers of one scene, in the order of their registration. Made when the first is registered.
///
/// Memory of its own and not an array: observers are called while others are added, and an array would be retained, and
/// looked at for other holders, for each of them. The main actor's alone, but for its deinit, which may run anywhere.
final class ObserverList {
    private struct Slot {
        /// Retained by the list, by hand: so that it is not retained again for each call.
        let observer: Unmanaged<StateObserver>
        /// The field's bits when it was last looked at.
        var bits: UInt64
        /// The field whose bits decide without a call whether there is something to look at.
        let field: BitField?
    }

    // Unchecked, as the one below: an access ends before any function of a client runs.
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Slot>
    // Unchecked: see `slots`.
    @exclusivity(unchecked) private(set) var count = 0
    private var capacity = 2
    private var isPruning = false
    /// Whether a pass has found observers that have ended, or whose owner is gone.
    private var hasGone = false
    /// At this length it is worth looking for more of them: a pass does not look at those whose bits are unchanged.
    private var limit = leastLimit

    private static var leastLimit: Int { 16 }

    init() {
        slots = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { slots[index].observer.release() }
        slots.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Whether ``prune()`` would find something, or has not looked for so long that it is worth its time: the list is at most
    /// twice as long as what the last one left, and what is registered during one pass.
    var wantsPruning: Bool { hasGone || count >= limit }

    func append(_ observer: StateObserver, field: BitField?, state: UnsafeRawPointer) {
        if count == capacity { grow() }
        let bits = field?.load(from: state) ?? 0
        (slots + count).initialize(to: Slot(observer: .passRetained(observer), bits: bits, field: field))
        count += 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: slots, count: count)
        slots.deallocate()
        slots = larger
        capacity *= 2
    }

    /// Lets the observers look that were registered before this commit, in order. During a pass none is taken out.
    ///
    /// - Parameter schedule: Called when the first is due that wants to be told once per turn.
    @MainActor
    func notify(of state: UnsafeRawPointer, schedule: @MainActor () -> Void) {
        var hasGone = false
        let end = count
        var index = 0
        while index < end {
            // Read again each time: a callback may have added an observer, and so moved them all.
            let slot = slots + index
            index += 1
            if let field = slot.pointee.field {
                let bits = field.load(from: state)
                if bits == slot.pointee.bits { continue }
                slot.pointee.bits = bits
            }
            // Not retained: the list keeps it until the pass is over.
            slot.pointee.observer.lend { observer in
                if !observer.isActive || observer.isOwnerGone {
                    hasGone = true
                } else if observer.delivery == .everyChange {
                    observer.look(observer, state)
                } else if !observer.isDue {
                    observer.isDue = true
                    schedule()
                }
            }
        }
        if hasGone { self.hasGone = true }
    }

    /// Lets those look that are due at the end of a turn.
    @MainActor
    func notifyDue(of state: UnsafeRawPointer) {
        for index in 0..<count {
            let observer = slots[index].observer.takeUnretainedValue()
            guard observer.isDue else { continue }
            observer.isDue = false
            if observer.isActive { observer.look(observer, state) }
        }
    }

    /// Ends all observers. They are taken out by the next ``prune()``.
    @MainActor
    func endAll() {
        hasGone = true
        for observer in (0..<count).map({ slots[$0].observer.takeUnretainedValue() }) { observer.end() }
    }

    /// Takes out the observers that have ended, and those whose owner is gone. Never during a pass.
    ///
    /// - Returns: Those that were taken out. What they hold may call back when it is released.
    func prune() -> ContiguousArray<StateObserver> {
        guard !isPruning else { return [] }
        isPruning = true
        hasGone = false
        defer {
            isPruning = false
            limit = max(count * 2, Self.leastLimit)
        }
        // Each is asked once: an owner may go at any moment, on any thread. First all are asked, then the list changes,
        // because to ask for an owner can be to see it go, and what its deinit does is the client's business.
        var leaving: ContiguousArray<Int> = []
        var index = 0
        while index < count {
            let observer = slots[index].observer.takeUnretainedValue()
            if !observer.isActive || observer.isOwnerGone { leaving.append(index) }
            index += 1
        }
        guard let first = leaving.first else { return [] }
        let gone = ContiguousArray(leaving.map { slots[$0].observer.takeRetainedValue() })
        var kept = first
        for (number, index) in leaving.enumerated() {
            let next = number + 1 < leaving.count ? leaving[number + 1] : count
            (slots + kept).moveInitialize(from: slots + index + 1, count: next - index - 1)
            kept += next - index - 1
        }
        count = kept
        return gone
    }
}

extension Unmanaged {
    /// Lends the object. A function of this module, because a closure that an isolated function gives to another module asks
    /// for its executor each time.
    @inline(__always)
    fileprivate func lend(to body: (Instance) -> Void) {
        _withUnsafeGuaranteedRef(body)
    }
}
