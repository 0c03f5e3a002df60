internal import CIS

/// A cache in memory, limited by the number of values and by their total cost. It removes the least recently used
/// values first.
///
/// All functions are thread-safe and return quickly. Values are released outside the lock, so their `deinit` may use
/// the cache.
///
/// Use it for values that are quick to create again, such as decoded images. A ``DiskCache`` survives a restart.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let maximumCount: Int
    private let maximumCost: Int
    private let entries = LockedValue(Entries())

    // Only accessed while the lock is held.
    private struct Entries: Sendable {
        var list = LRU<Key, Value>()
    }

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - maximumCount: The maximum number of values. If it is zero or less, the cache stores nothing.
    ///   - maximumCost: The maximum total cost, in a unit of your choice, such as bytes or pixels.
    public init(maximumCount: Int = .max, maximumCost: Int = .max) {
        self.maximumCount = max(maximumCount, 0)
        self.maximumCost = max(maximumCost, 0)
    }

    /// The number of values.
    public var count: Int { entries.withLock { $0.list.count } }

    /// The total cost of the values.
    public var cost: Int { entries.withLock { $0.list.cost } }

    /// Returns the value of a key, and marks it as used.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if there is none.
    /// - Complexity: O(1).
    public func value(for key: Key) -> Value? {
        entries.withLock { $0.list.use(key) }
    }

    /// Stores a value. Replaces the value that the key has.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - cost: The cost of the value. A negative cost counts as zero.
    /// - Returns: Whether the value was stored. A value whose cost alone exceeds the maximum is not stored. The old
    ///   value of the key is removed in either case.
    /// - Complexity: O(1) plus the number of values that are removed.
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
    /// - Parameter key: The key.
    /// - Returns: The removed value, or `nil` if there was none.
    @discardableResult
    public func remove(_ key: Key) -> Value? {
        entries.withLock { $0.list.remove(key) }
    }

    /// Removes all values, for instance after a memory warning.
    public func removeAll() {
        let removed = entries.withLock { entries in
            let removed = entries
            entries = Entries()
            return removed
        }
        withExtendedLifetime(removed) {}
    }
}
