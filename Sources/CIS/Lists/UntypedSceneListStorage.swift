/// What of a list does not depend on the type of its items: the order of its slots, which element is in which, what has changed.
///
/// An element stays in its slot as long as it is in the list. The functions below are called by code that was made for the
/// type of the items in the client; their own code is made once, for numbers.
// Unchecked because it is changed only by a list that holds the one reference to it, as the buffer of an array.
@usableFromInline
class UntypedSceneListStorage: @unchecked Sendable {
    // Unchecked, as all below: the list that changes it is accessed exclusively.
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
    /// The number of the last refusal of an item whose id was there.
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

    /// Where the next element goes that comes: the number of slots, if none is empty.
    @usableFromInline final var nextSlot: Int { vacant.last.map(Int.init) ?? origins.count }

    /// The next slot is taken by a new element.
    private func fillNextSlot() -> Int {
        let slot = nextSlot
        if vacant.popLast() == nil { origins.append(0) }
        version = Origin.next()
        // It has the number of the version in which it came.
        origins[slot] = version
        return slot
    }

    // MARK: Changes

    // Each returns how many of the oldest entries of the log have been forgotten.

    @usableFromInline
    final func inserted(at offset: Int) -> Int {
        let slot = fillNextSlot()
        let offset = min(max(offset, 0), order.count)
        order.insert(slot, at: offset)
        return note(.inserted, slot, offset, version: version)
    }

    /// - Returns: Also where it was.
    @usableFromInline
    final func removed(_ slot: Int) -> (offset: Int, forgotten: Int) {
        let offset = order.remove(slot)
        vacant.append(Int32(slot))
        defer { origins[slot] = 0 }
        return (offset, note(.removed, slot, offset))
    }

    /// - Returns: `nil` if it was there already.
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

    /// The list is another from here on: what has changed is not told step by step.
    @usableFromInline
    final func forgetSteps() {
        version = Origin.next()
        log = SceneListLog(from: version)
    }

    /// A new element for ``reorder(_:dropping:)``.
    @usableFromInline
    final func filledLater() -> Int { fillNextSlot() }

    /// The slots are from now on in another order, and some of them are empty.
    @usableFromInline
    final func reorder(_ slots: ContiguousArray<Int32>, dropping empty: ContiguousArray<Int32>) {
        vacant += empty
        for slot in empty { origins[Int(slot)] = 0 }
        order.replaceAll(with: slots)
        forgetSteps()
    }
}
