/// The part of a list that does not depend on the type of its items: the order of its cells, the origin of each
/// element, and the log of changes.
///
/// An element stays in its cell while it is in the list. Specialized code in clients calls these functions. They are
/// not generic, so their code exists once.
// Unchecked because, like the buffer of an array, it is changed only through a unique reference.
@usableFromInline
class UntypedSceneListStorage: @unchecked Sendable {
    // Unchecked exclusivity is safe here and below: Swift checks the accesses to the list, which are the only way here. A
    // second check would take a tenth of making a row (X4c of `.ci/check-performance.sh`).
    @exclusivity(unchecked) @usableFromInline final var order: CellOrder
    /// The version after the last change.
    @exclusivity(unchecked) @usableFromInline final var version: UInt64
    @exclusivity(unchecked) final var log: SceneListLog
    /// The ``Stamp`` of the element in each cell; 0 in a vacant cell.
    @exclusivity(unchecked) final var origins: ContiguousArray<UInt64>
    /// The vacant cells, the one that became vacant last at the end.
    @exclusivity(unchecked) private final var vacant: ContiguousArray<Int>
    /// The version in which an item was refused most recently, because its id was already in the list. 0 if none was.
    final var refusal: UInt64
    /// The id of that item.
    final var refusedID: Any?

    init(version: UInt64) {
        self.version = version
        log = SceneListLog(from: version)
        order = CellOrder()
        (origins, vacant, refusal) = ([], [], 0)
    }

    init(copying other: UntypedSceneListStorage) {
        (order, version, log) = (other.order, other.version, other.log)
        (origins, vacant, refusal, refusedID) = (other.origins, other.vacant, other.refusal, other.refusedID)
    }

    // MARK: Cells

    /// The cell for the next new element: a vacant one, otherwise a new one at the end.
    @usableFromInline final var nextCell: Int { vacant.last ?? origins.count }

    /// Puts a new element into the next cell.
    final func fillNextCell() -> Int {
        let cell = nextCell
        version = Stamp.next()
        // The origin of an element is the version in which it was inserted.
        if cell == origins.count {
            origins.append(version)
        } else {
            vacant.removeLast()
            origins[cell] = version
        }
        return cell
    }

    private func vacate(_ cell: Int) {
        origins[cell] = 0
        vacant.append(cell)
    }

    // MARK: Changes

    @usableFromInline
    final func inserted(_ id: Any, at offset: Int) {
        let cell = fillNextCell()
        let offset = min(max(offset, 0), order.count)
        order.insert(cell, at: offset)
        note(.inserted, id, cell, offset, version: version)
    }

    /// - Returns: The former offset of the element.
    @usableFromInline
    @discardableResult
    final func removed(_ id: Any, _ cell: Int) -> Int {
        let offset = order.remove(cell)
        note(.removed, id, cell, offset)
        vacate(cell)
        return offset
    }

    @usableFromInline
    final func moved(_ id: Any, _ cell: Int, to offset: Int) {
        let from = order.remove(cell)
        let to = min(max(offset, 0), order.count)
        order.insert(cell, at: to)
        if from != to { note(.moved, id, cell, from, to) }
    }

    @usableFromInline
    final func replaced(_ id: Any, _ cell: Int) {
        note(.replaced, id, cell, order.offset(of: cell))
    }

    @usableFromInline
    final func refused(_ id: Any) {
        refusal = Stamp.next()
        refusedID = id
        note(.refused, id, nil, 0, version: refusal)
    }

    private func note(
        _ kind: SceneListLog.Kind, _ id: Any, _ cell: Int?, _ offset: Int, _ target: Int = 0,
        version: UInt64 = Stamp.next()
    ) {
        self.version = version
        log.append(
            SceneListLog.Change(
                id: id, version: version, origin: cell.map { origins[$0] } ?? 0, cell: Int32(cell ?? 0),
                offset: Int32(offset), target: Int32(target), kind: kind))
    }

    // MARK: Many changes

    /// Starts a new log. No steps lead from earlier versions to this one.
    private final func forgetSteps() {
        version = Stamp.next()
        log = SceneListLog(from: version)
    }

    /// Sets the order of the cells, and empties some of them.
    final func reorder(_ cells: ContiguousArray<Int32>, dropping empty: ContiguousArray<Int32>) {
        for cell in empty { vacate(Int(cell)) }
        order.replaceAll(with: cells)
        forgetSteps()
    }
}

/// The latest changes of a list. With this log, observers need not compare the items.
///
/// The log is bounded. An observer that needs older changes reads the whole list.
struct SceneListLog {
    enum Kind: UInt8, Sendable {
        case inserted, removed, moved, replaced
        /// An item was refused, because its id is already in the list. The list has not changed, but the scene reports
        /// the refusal.
        case refused
    }

    struct Change {
        /// The id of the item. Not of a certain type, so that the log is not generic.
        let id: Any
        /// The version of the list after the change.
        let version: UInt64
        let origin: UInt64
        let cell: Int32
        /// The offset of the element. For a move, the old one.
        let offset: Int32
        /// The new offset of a moved element.
        let target: Int32
        let kind: Kind
    }

    /// The greatest number of changes. The log always has at least half as many, unless there were fewer changes since
    /// the log began. A front end that would receive more steps for one commit is faster if it reloads the list.
    private static var capacity: Int { 256 }

    private(set) var changes: ContiguousArray<Change> = []
    /// The version before the first change.
    private var start: UInt64

    init(from start: UInt64) {
        self.start = start
    }

    mutating func append(_ change: Change) {
        if changes.count == Self.capacity {
            // Removes half of the changes at once, so that this happens rarely.
            let forgotten = Self.capacity / 2
            start = changes[forgotten - 1].version
            changes.removeFirst(forgotten)
        }
        changes.append(change)
    }

    /// The index of the first change after a version. `nil` if the log does not reach back to it, or this list never
    /// had it.
    func index(after version: UInt64) -> Int? {
        if version == start { return 0 }
        let index = changes.partitioningIndex { $0.version >= version }
        return index < changes.count && changes[index].version == version ? index + 1 : nil
    }
}
