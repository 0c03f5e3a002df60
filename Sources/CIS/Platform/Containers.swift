/// A value in an object, which closures share.
// Not a captured variable, because Swift's check of overlapping accesses would triple the cost of an observer whose value has
// not changed.
@usableFromInline
final class Box<Value> {
    // Unchecked exclusivity is safe here: only the main actor uses a box, and each access ends before any client code runs.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }
}

/// A first-in, first-out queue. Appending and removing are O(1). Its memory depends on its greatest length so far, not
/// on the number of elements that have passed through.
struct Queue<Element> {
    private var entries: ContiguousArray<Element?> = []
    private var head = 0

    var isEmpty: Bool { head == entries.count }
    var first: Element? { isEmpty ? nil : entries[head] }

    mutating func append(_ element: Element) {
        entries.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < entries.count else { return nil }
        let element = entries[head]
        entries[head] = nil
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: head <= Self.keptCapacity)
            head = 0
        } else if head >= Self.keptCapacity, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        return element
    }

    private static var keptCapacity: Int { 64 }
}

extension Queue: Sendable where Element: Sendable {}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element that fulfils the condition, as do all elements behind it; the end if none does.
    /// O(log *n*). The same as the function of this name in swift-algorithms.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
