/// Things that are due at a time, the earliest first. Those due at the same time come in the order of insertion.
///
/// Kept sorted, latest first, so that taking the next is O(1); insertion is a binary search. What is no longer wanted
/// stays until it is due or ``compact(wanted:isWanted:)`` clears it away: only the owner knows.
struct Deadlines<Item> {
    private var entries: ContiguousArray<(time: Duration, item: Item)> = []

    var next: (time: Duration, item: Item)? { entries.last.map { ($0.time, $0.item) } }

    mutating func insert(_ item: Item, at time: Duration) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].time > time { low = middle + 1 } else { high = middle }
        }
        // Behind everything later and before everything of the same time or earlier: popped after its equals.
        entries.insert((time, item), at: low)
    }

    mutating func popNext() {
        entries.removeLast()
    }

    /// Forgets what is no longer wanted, once it outnumbers the rest.
    mutating func compact(wanted: Int, isWanted: (_ time: Duration, _ item: Item) -> Bool) {
        guard entries.count > 2 * wanted + 64 else { return }
        entries.removeAll { !isWanted($0.time, $0.item) }
    }
}
