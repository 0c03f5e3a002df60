/// The part of a list that does not depend on the type of its items: the order of its cells, the origin of each
/// element, and the log of changes.
///
/// An element stays in its cell while it is in the list. Specialized code in clients calls these functions. They are
/// not generic, so their code exists once.
// Unchecked because, like the buffer of an array, it is changed only through a unique reference.
@usableFromInline
class UntypedSceneListStorage: @unchecked Sendable {
    @usableFromInline final var order: CellOrder
    /// The version after the last change.
    @usableFromInline final var version: UInt64
    final var log: SceneListLog
    /// The ``Origin`` of the element in each cell. A vacant cell has a number that is no origin; see ``Vacancy``.
    final var origins: ContiguousArray<UInt64>
    /// Of the vacant cells, the one that became vacant last, or -1.
    private final var lastVacant: Int
    /// The version in which an item was refused most recently, because its id was already in the list. 0 if none was.
    final var refusal: UInt64

    init(version: UInt64) {
        self.version = version
        log = SceneListLog(from: version)
        order = CellOrder()
        (origins, lastVacant, refusal) = ([], -1, 0)
    }

    init(copying other: UntypedSceneListStorage) {
        (order, version, log) = (other.order, other.version, other.log)
        (origins, lastVacant, refusal) = (other.origins, other.lastVacant, other.refusal)
    }

    // MARK: Cells

    /// The cell for the next new element: a vacant one, otherwise a new one at the end.
    @usableFromInline final var nextCell: Int { lastVacant < 0 ? origins.count : lastVacant }

    /// Puts a new element into the next cell.
    private func fillNextCell() -> Int {
        let cell = nextCell
        version = Origin.next()
        // The origin of an element is the version in which it was inserted.
        if cell == origins.count {
            origins.append(version)
        } else {
            lastVacant = Vacancy.before(origins[cell])
            origins[cell] = version
        }
        return cell
    }

    private func vacate(_ cell: Int) {
        origins[cell] = Vacancy.number(after: lastVacant)
        lastVacant = cell
    }

    /// What is stored instead of an origin for a vacant cell: the cell that became vacant before it. An array of vacant
    /// cells would grow while elements are removed.
    private enum Vacancy {
        /// Origins are counted from 1, so none of them has this bit.
        private static var bit: UInt64 { 1 << 63 }

        static func number(after cell: Int) -> UInt64 { bit | UInt64(cell + 1) }
        static func before(_ number: UInt64) -> Int { Int(number & ~bit) - 1 }
    }

    // MARK: Changes

    // Each function returns how many of the oldest entries it removed from the log.

    @usableFromInline
    final func inserted(at offset: Int) -> Int {
        let cell = fillNextCell()
        let offset = min(max(offset, 0), order.count)
        order.insert(cell, at: offset)
        return note(.inserted, cell, offset, version: version)
    }

    /// - Returns: The former offset of the element, and the number of removed log entries.
    @usableFromInline
    final func removed(_ cell: Int) -> (offset: Int, forgotten: Int) {
        let offset = order.remove(cell)
        defer { vacate(cell) }
        return (offset, note(.removed, cell, offset))
    }

    /// - Returns: `nil` if the element is at this offset already.
    @usableFromInline
    final func moved(_ cell: Int, to offset: Int) -> Int? {
        let from = order.remove(cell)
        let to = min(max(offset, 0), order.count)
        order.insert(cell, at: to)
        return from == to ? nil : note(.moved, cell, from, to)
    }

    @usableFromInline
    final func replaced(_ cell: Int) -> Int {
        note(.replaced, cell, order.offset(of: cell))
    }

    @usableFromInline
    final func refused() -> Int {
        refusal = Origin.next()
        return note(.refused, nil, 0, version: refusal)
    }

    private func note(
        _ kind: SceneListLog.Kind, _ cell: Int?, _ offset: Int, _ target: Int = 0, version: UInt64 = Origin.next()
    ) -> Int {
        self.version = version
        return log.append(
            SceneListLog.Entry(
                version: version, origin: cell.map { origins[$0] } ?? 0, cell: Int32(cell ?? 0), offset: Int32(offset),
                target: Int32(target), kind: kind))
    }

    // MARK: Many changes

    /// Starts a new log. No steps lead from earlier versions to this one.
    @usableFromInline
    final func forgetSteps() {
        version = Origin.next()
        log = SceneListLog(from: version)
    }

    /// Puts a new element into the next cell, before ``reorder(_:dropping:)`` gives it an offset.
    @usableFromInline
    final func filledLater() -> Int { fillNextCell() }

    /// Sets the order of the cells, and empties some of them.
    @usableFromInline
    final func reorder(_ cells: ContiguousArray<Int32>, dropping empty: ContiguousArray<Int32>) {
        for cell in empty { vacate(Int(cell)) }
        order.replaceAll(with: cells)
        forgetSteps()
    }
}
