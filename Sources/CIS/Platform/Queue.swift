/// A first-in, first-out queue. Appending and removing are O(1). Its memory depends on its greatest length so far, not
/// on the number of elements that have passed through.
package struct Queue<Element> {
    private var entries: ContiguousArray<Element?> = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { head == entries.count }
    package var first: Element? { isEmpty ? nil : entries[head] }

    package mutating func append(_ element: Element) {
        entries.append(element)
    }

    package mutating func popFirst() -> Element? {
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
