internal import CIS

/// Keeps values in memory until there are too many; those not used for longest go first.
///
/// Any thread may call, and no call waits for more than another's few hundred nanoseconds. A value is released outside
/// the lock: its `deinit` may use the cache.
///
/// Choose it for what is quick to make again, decoded images for instance; ``DiskCache`` survives a restart.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let maximumCount: Int
    private let maximumCost: Int
    private let entries = Guarded(Entries())

    // The list is only touched within the lock.
    private struct Entries: Sendable {
        var list = LRU<Key, Value>()
    }

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - maximumCount: The most values to keep. Less than zero counts as zero, and keeps nothing.
    ///   - maximumCost: The greatest sum of costs to keep, in a unit of your own: bytes, pixels.
    public init(maximumCount: Int = .max, maximumCost: Int = .max) {
        self.maximumCount = max(maximumCount, 0)
        self.maximumCost = max(maximumCost, 0)
    }

    /// The number of values.
    public var count: Int { entries.withLock { $0.list.count } }

    /// The sum of the costs.
    public var cost: Int { entries.withLock { $0.list.cost } }

    /// The value of a key, which counts as used now.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value; `nil` if there is none.
    /// - Complexity: O(1).
    public func value(for key: Key) -> Value? {
        entries.withLock { $0.list.use(key) }
    }

    /// Keeps a value, in the place of the one there is.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - cost: What it counts against the greatest sum. Less than zero counts as zero.
    /// - Returns: Whether it is kept: not if it alone costs more than all may. The old value has gone either way.
    /// - Complexity: O(1), and the number of values that have to go.
    @discardableResult
    public func insert(_ value: Value, for key: Key, cost: Int = 1) -> Bool {
        let cost = max(cost, 0)
        let (isKept, removed) = entries.withLock { entries -> (Bool, [Value]) in
            var removed: [Value] = []
            guard maximumCount > 0, cost <= maximumCost else {
                if let old = entries.list.remove(key) { removed.append(old) }
                return (false, removed)
            }
            if let old = entries.list.remove(key) { removed.append(old) }
            while entries.list.count >= maximumCount || entries.list.cost > maximumCost - cost,
                let oldest = entries.list.removeOldest()
            {
                removed.append(oldest.value)
            }
            entries.list.put(value, for: key, cost: cost)
            return (true, removed)
        }
        withExtendedLifetime(removed) {}
        return isKept
    }

    /// Removes a value.
    ///
    /// - Parameter key: Its key.
    /// - Returns: The value; `nil` if there was none.
    @discardableResult
    public func remove(_ key: Key) -> Value? {
        entries.withLock { $0.list.remove(key) }
    }

    /// Removes everything: for a warning that memory is short.
    public func removeAll() {
        let removed = entries.withLock { entries in
            let removed = entries
            entries = Entries()
            return removed
        }
        withExtendedLifetime(removed) {}
    }
}
