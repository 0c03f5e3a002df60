/// A priority queue of items, each of which is due at a time. The earliest comes first. Items that are due at the same
/// time come in the order of insertion.
///
/// A heap: the next entry is O(1), insertion and removal are O(log count). Stale entries stay until they are due or the
/// owner removes them with ``removeAll(where:)``.
package struct Deadlines<Item> {
    /// Identifies an entry, so that the owner can tell whether it was replaced by a later one.
    package typealias EntryID = UInt64

    package struct Entry {
        package let time: Duration
        package let id: EntryID
        package let item: Item

        fileprivate func isBefore(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : id < other.id
        }
    }

    private var heap: ContiguousArray<Entry> = []
    private var lastID: EntryID = 0

    package init() {}

    package var count: Int { heap.count }
    package var next: Entry? { heap.first }

    @discardableResult
    package mutating func insert(_ item: Item, at time: Duration) -> EntryID {
        lastID += 1
        heap.append(Entry(time: time, id: lastID, item: item))
        var index = heap.count - 1
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
        return lastID
    }

    package mutating func popNext() -> Entry? {
        guard let last = heap.popLast() else { return nil }
        guard let next = heap.first else { return last }
        heap[0] = last
        var index = 0
        while let child = earlierChild(of: index), heap[child].isBefore(heap[index]) {
            heap.swapAt(index, child)
            index = child
        }
        return next
    }

    private func earlierChild(of index: Int) -> Int? {
        let left = 2 * index + 1
        guard left < heap.count else { return nil }
        return left + 1 < heap.count && heap[left + 1].isBefore(heap[left]) ? left + 1 : left
    }

    /// Whether there may be enough stale entries to make removing them worthwhile.
    package func isCrowded(wanted: Int) -> Bool {
        heap.count > 2 * wanted + 64
    }

    package mutating func removeAll(where isUnwanted: (Entry) -> Bool) {
        heap.removeAll(where: isUnwanted)
        // A sorted array is a valid heap.
        heap.sort { $0.isBefore($1) }
    }
}
