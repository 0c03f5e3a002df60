/// Values by key, in the order of their last use. It is not thread-safe.
///
/// The order is a linked list within an array, so that every operation is O(1).
struct LRU<Key: Hashable, Value> {
    fileprivate struct Slot {
        var key: Key
        var value: Value
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    private var slots: ContiguousArray<Slot?> = []
    private var free: [Int] = []
    private var index: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?
    /// The sum of the costs.
    private(set) var cost = 0

    var count: Int { index.count }

    /// Returns the value of a key, and marks it as the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let at = index[key] else { return nil }
        if at != newest {
            unlink(at)
            linkAsNewest(at)
        }
        return slots[at]?.value
    }

    /// Stores a value as the most recently used one. Returns the value that it replaces.
    @discardableResult
    mutating func put(_ value: Value, for key: Key, cost: Int) -> Value? {
        let old = remove(key)
        let slot = Slot(key: key, value: value, cost: cost)
        let at: Int
        if let vacant = free.popLast() {
            at = vacant
            slots[at] = slot
        } else {
            at = slots.count
            slots.append(slot)
        }
        index[key] = at
        self.cost += cost
        linkAsNewest(at)
        return old
    }

    /// Removes a value and returns it.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let at = index.removeValue(forKey: key), let slot = slots[at] else { return nil }
        unlink(at)
        slots[at] = nil
        free.append(at)
        cost -= slot.cost
        return slot.value
    }

    /// Removes the least recently used value and returns it.
    mutating func removeOldest() -> (key: Key, value: Value)? {
        guard let oldest, let key = slots[oldest]?.key, let value = remove(key) else { return nil }
        return (key, value)
    }

    /// The keys, in no particular order.
    var keys: [Key] { Array(index.keys) }

    private mutating func unlink(_ at: Int) {
        guard let slot = slots[at] else { return }
        if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
        if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
    }

    private mutating func linkAsNewest(_ at: Int) {
        slots[at]?.newer = nil
        slots[at]?.older = newest
        if let newest { slots[newest]?.newer = at } else { oldest = at }
        newest = at
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Slot: Sendable where Key: Sendable, Value: Sendable {}
