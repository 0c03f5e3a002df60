/// The latest changes of a list. With this log, observers need not compare the items.
///
/// The log is bounded. An observer that needs older changes reads the whole list. The ids of the items are stored
/// separately, because the log is not generic.
@usableFromInline
struct SceneListLog: Sendable {
    enum Kind: UInt8, Sendable {
        case inserted, removed, moved, replaced
        /// An item was refused, because its id is already in the list. The list has not changed, but the scene reports
        /// the refusal.
        case refused
    }

    struct Entry: Sendable {
        /// The version of the list after the change.
        let version: UInt64
        /// The origin of the element; see ``Origin``.
        let origin: UInt64
        /// The cell of the element.
        let cell: Int32
        /// The offset of the element. For a move, the old one.
        let offset: Int32
        /// The new offset of a moved element.
        let target: Int32
        let kind: Kind
    }

    /// The greatest number of entries. The log always has at least half as many, unless there were fewer changes since
    /// the log began. A front end that would receive more steps for one commit is faster if it reloads the list.
    private static var capacity: Int { 256 }

    private(set) var entries: ContiguousArray<Entry> = []
    /// The version before the first entry.
    private var start: UInt64

    /// Creates a log that begins at a version.
    init(from start: UInt64) {
        self.start = start
    }

    /// - Returns: The number of oldest entries that were removed to make room.
    mutating func append(_ entry: Entry) -> Int {
        var forgotten = 0
        if entries.count == Self.capacity {
            // Removes half of the entries at once, so that this happens rarely.
            forgotten = Self.capacity / 2
            start = entries[forgotten - 1].version
            entries.removeFirst(forgotten)
        }
        entries.append(entry)
        return forgotten
    }

    /// The index of the first entry after a version.
    ///
    /// - Returns: `nil` if the log does not reach back to the version, or this list never had it.
    /// - Complexity: O(log *n*) in the number of entries, which is bounded.
    func index(after version: UInt64) -> Int? {
        if version == start { return 0 }
        // Usually the result is the last entry. Otherwise a binary search finds it, because versions ascend.
        var (low, high) = (0, entries.count)
        if entries.count > 1, entries[entries.count - 2].version <= version { low = entries.count - 2 }
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].version < version { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].version == version ? low + 1 : nil
    }

    /// The cell and the origin of the element that was removed after a version, if there was no other change since.
    func onlyRemoval(after version: UInt64) -> (index: Int, origin: UInt64)? {
        guard let last = entries.last, last.kind == .removed else { return nil }
        let versionBefore = entries.count > 1 ? entries[entries.count - 2].version : start
        return version == versionBefore ? (Int(last.cell), last.origin) : nil
    }
}
