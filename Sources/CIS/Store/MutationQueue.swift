/// Mutations that wait for the commit in progress: first in first out, O(1) at both ends, memory bounded by the
/// longest queue and not by the number that passed through.
struct MutationQueue {
    private var entries: ContiguousArray<(() -> Void)?> = []
    private var head = 0

    var isEmpty: Bool { head == entries.count }

    mutating func append(_ apply: @escaping () -> Void) {
        entries.append(apply)
    }

    mutating func popFirst() -> (() -> Void)? {
        guard head < entries.count else { return nil }
        let apply = entries[head]
        entries[head] = nil
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: head <= Self.keptCapacity)
            head = 0
        } else if head >= Self.keptCapacity, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
        return apply
    }

    private static let keptCapacity = 64
}
