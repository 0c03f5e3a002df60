/// What was changed in a list, and when: so that who follows the list need not compare its items.
///
/// Bounded: who asks for more than it knows compares, or reads the list anew. The ids of the items are kept beside it, by who
/// knows their type.
@usableFromInline
struct SceneListLog: Sendable {
    enum Kind: UInt8, Sendable {
        case inserted, removed, moved, replaced
        /// An item was left out, because its id was there: nothing has changed, but the scene is to report it.
        case refused
    }

    struct Entry: Sendable {
        /// The version of the list after the change.
        let version: UInt64
        /// The element that came, went or was changed; see ``Origin``.
        let origin: UInt64
        /// Where the element was kept.
        let slot: Int32
        /// The offset of the element; where it has moved from.
        let offset: Int32
        /// Where it has moved to.
        let target: Int32
        let kind: Kind
    }

    /// At least half as many steps are told one by one. A front end that has more to do for one commit is faster when it
    /// reloads.
    private static var capacity: Int { 256 }

    private(set) var entries: ContiguousArray<Entry> = []
    /// The version before the first entry.
    private var start: UInt64

    /// Knows nothing of what was before a version.
    init(from start: UInt64) {
        self.start = start
    }

    /// - Returns: How many of the oldest entries have been forgotten for it.
    mutating func append(_ entry: Entry) -> Int {
        var forgotten = 0
        if entries.count == Self.capacity {
            // Half of them, so that this does not happen at each change.
            forgotten = Self.capacity / 2
            start = entries[forgotten - 1].version
            entries.removeFirst(forgotten)
        }
        entries.append(entry)
        return forgotten
    }

    /// Where the entries begin that were made after a version.
    ///
    /// - Returns: `nil` if the log does not reach back to the version, or that was never a version of this list.
    /// - Complexity: O(log *n*) for the number of changes known, which is bounded.
    func index(after version: UInt64) -> Int? {
        if version == start { return 0 }
        // The last one is the usual case. Versions ascend.
        var (low, high) = (0, entries.count)
        if let last = entries.dropLast().last, last.version <= version { low = entries.count - 2 }
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].version < version { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].version == version ? low + 1 : nil
    }
}
