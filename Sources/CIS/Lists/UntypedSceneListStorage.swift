/// The part of a list that does not depend on the type of its items: the order of its slots, the origin of each
/// element, the log.
///
/// An element stays in its slot while it is in the list. Specialized code in clients calls these functions, which are
/// not generic and so exist once.
// Unchecked because only a list with a unique reference changes it, like the buffer of an array.
@usableFromInline
class UntypedSceneListStorage: @unchecked Sendable {
    // Unchecked, as all below: Swift enforces exclusive access to the list that changes it.
    @exclusivity(unchecked) @usableFromInline final var order: SlotOrder
    /// The version after the last change.
    // Unchecked: see `order`.
    @exclusivity(unchecked) @usableFromInline final var version: UInt64
    // Unchecked: see `order`.
    @exclusivity(unchecked) final var log: SceneListLog
    /// The ``Origin`` of the element in each slot.
    // Unchecked: see `order`.
    @exclusivity(unchecked) final var origins: ContiguousArray<UInt64>
    // Unchecked: see `order`.
    @exclusivity(unchecked) private final var vacant: ContiguousArray<Int32>
    /// The number of the last refusal of an item.
    // Unchecked: see `order`.
    @exclusivity(unchecked) final var refusal: UInt64

    init(version: UInt64) {
        self.version = version
        log = SceneListLog(from: version)
        order = SlotOrder()
        (origins, vacant, refusal) = ([], [], 0)
    }

    init(copying other: UntypedSceneListStorage) {
        (order, version, log) = (other.order, other.version, other.log)
        (origins, vacant, refusal) = (other.origins, other.vacant, other.refusal)
    }

    // MARK: Slots

    /// The slot for the next new element: a vacant one, otherwise a new one at the end.
    @usableFromInline final var nextSlot: Int { vacant.last.map(Int.init) ?? origins.count }

    /// Puts a new element into the next slot.
    private func fillNextSlot() -> Int {
        let slot = nextSlot
        if vacant.popLast() == nil { origins.append(0) }
        version = Origin.next()
        // The origin of an element is the version in which it was inserted.
        origins[slot] = version
        return slot
    }

    // MARK: Changes

    // Each returns the number of oldest entries that were removed from the log.

    @usableFromInline
    final func inserted(at offset: Int) -> Int {
        let slot = fillNextSlot()
        let offset = min(max(offset, 0), order.count)
        order.insert(slot, at: offset)
        return note(.inserted, slot, offset, version: version)
    }

    /// - Returns: Also the offset of the element.
    @usableFromInline
    final func removed(_ slot: Int) -> (offset: Int, forgotten: Int) {
        let offset = order.remove(slot)
        vacant.append(Int32(slot))
        defer { origins[slot] = 0 }
        return (offset, note(.removed, slot, offset))
    }

    /// - Returns: `nil` if the element is at this offset already.
    @usableFromInline
    final func moved(_ slot: Int, to offset: Int) -> Int? {
        let from = order.remove(slot)
        let to = min(max(offset, 0), order.count)
        order.insert(slot, at: to)
        return from == to ? nil : note(.moved, slot, from, to)
    }

    @usableFromInline
    final func replaced(_ slot: Int) -> Int {
        note(.replaced, slot, order.offset(of: slot))
    }

    @usableFromInline
    final func refused() -> Int {
        refusal = Origin.next()
        return note(.refused, nil, 0, version: refusal)
    }

    private func note(
        _ kind: SceneListLog.Kind, _ slot: Int?, _ offset: Int, _ target: Int = 0, version: UInt64 = Origin.next()
    ) -> Int {
        self.version = version
        return log.append(
            SceneListLog.Entry(
                version: version, origin: slot.map { origins[$0] } ?? 0, slot: Int32(slot ?? 0), offset: Int32(offset),
                target: Int32(target), kind: kind))
    }

    // MARK: Many changes

    /// Starts a new log: earlier versions are not connected to this one by steps.
    @usableFromInline
    final func forgetSteps() {
        version = Origin.next()
        log = SceneListLog(from: version)
    }

    /// Puts a new element into the next slot, before ``reorder(_:dropping:)`` gives it an offset.
    @usableFromInline
    final func filledLater() -> Int { fillNextSlot() }

    /// Sets the order of the slots, and empties some of them.
    @usableFromInline
    final func reorder(_ slots: ContiguousArray<Int32>, dropping empty: ContiguousArray<Int32>) {
        vacant += empty
        for slot in empty { origins[Int(slot)] = 0 }
        order.replaceAll(with: slots)
        forgetSteps()
    }
}
