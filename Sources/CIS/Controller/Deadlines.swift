/// Things that are due at a time, the earliest first. Those due at the same time come in the order of insertion.
///
/// A heap: looking at the next is O(1), inserting and taking O(log count). What is no longer wanted stays until it is
/// due or ``removeAll(where:)`` clears it away: only the owner knows.
package struct Deadlines<Item> {
    /// Names an insertion, so that the owner can tell whether it is the last one for the same thing.
    package typealias Ticket = UInt64

    package struct Entry {
        package let time: Duration
        package let ticket: Ticket
        package let item: Item

        fileprivate func isBefore(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : ticket < other.ticket
        }
    }

    private var heap: ContiguousArray<Entry> = []
    private var lastTicket: Ticket = 0

    package init() {}

    package var count: Int { heap.count }
    package var next: Entry? { heap.first }

    @discardableResult
    package mutating func insert(_ item: Item, at time: Duration) -> Ticket {
        lastTicket += 1
        heap.append(Entry(time: time, ticket: lastTicket, item: item))
        var index = heap.count - 1
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
        return lastTicket
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

    /// Whether what is no longer wanted outnumbers the rest, so that looking for it pays.
    package func isCrowded(wanted: Int) -> Bool {
        heap.count > 2 * wanted + 64
    }

    package mutating func removeAll(where isUnwanted: (Entry) -> Bool) {
        heap.removeAll(where: isUnwanted)
        // What is in order is a heap.
        heap.sort { $0.isBefore($1) }
    }
}
