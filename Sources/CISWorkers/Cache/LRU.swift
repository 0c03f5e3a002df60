/// Values by key, in the order of their last use. It is not thread-safe.
///
/// The order is a linked list within an array, so that every operation is O(1).
struct LRU<Key: Hashable, Value> {
    fileprivate struct Node {
        var key: Key
        var value: Value
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    private var nodes: ContiguousArray<Node?> = []
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
        return nodes[at]?.value
    }

    /// Stores a value as the most recently used one. Returns the value that it replaces.
    @discardableResult
    mutating func put(_ value: Value, for key: Key, cost: Int) -> Value? {
        let old = remove(key)
        let node = Node(key: key, value: value, cost: cost)
        let at: Int
        if let vacant = free.popLast() {
            at = vacant
            nodes[at] = node
        } else {
            at = nodes.count
            nodes.append(node)
        }
        index[key] = at
        self.cost += cost
        linkAsNewest(at)
        return old
    }

    /// Removes a value and returns it.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let at = index.removeValue(forKey: key), let node = nodes[at] else { return nil }
        unlink(at)
        nodes[at] = nil
        free.append(at)
        cost -= node.cost
        return node.value
    }

    /// Removes the least recently used value and returns it.
    mutating func removeOldest() -> (key: Key, value: Value)? {
        guard let oldest, let key = nodes[oldest]?.key, let value = remove(key) else { return nil }
        return (key, value)
    }

    /// The keys, in no particular order.
    var keys: [Key] { Array(index.keys) }

    private mutating func unlink(_ at: Int) {
        guard let node = nodes[at] else { return }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    }

    private mutating func linkAsNewest(_ at: Int) {
        nodes[at]?.newer = nil
        nodes[at]?.older = newest
        if let newest { nodes[newest]?.newer = at } else { oldest = at }
        newest = at
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Node: Sendable where Key: Sendable, Value: Sendable {}
