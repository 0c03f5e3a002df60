/// The minimal programs for rows with scenes: five objects for each row, like ``FloorScene``, and the tables with which
/// a list finds them.
extension Workload {
    static var listFloors: [Workload] {
        [
            rowsOnFloor("F4c", "least program for X4c: five objects a row, found by id and in order"),
            rowsOnFloor("F4r", "least program for X4r", RowBoard.removals("oldest", 1_000)),
            rowsOnFloor("F4rn", "least program for X4rn", RowBoard.removals("newest", 1_000)),
            rowsOnFloor("F4rm", "least program for X4rm", RowBoard.removals("any", 1_000)),
        ]
    }

    private static func rowsOnFloor(_ name: String, _ title: String, _ removals: [Int] = []) -> Workload {
        rows(name, title, removals) {
            let floor = FloorRows()
            floor.fill(rowCount)
            for id in removals { floor.remove(id) }
            return rowCount - floor.count
        }
    }
}

/// Rows in order, found by their ids, each with a scene. It does not report changes to a front end.
private final class FloorRows {
    // Unchecked, as in the library.
    @exclusivity(unchecked) private var order: [Int] = []
    @exclusivity(unchecked) private var rows: [Int: (item: RowBoard.Item, scene: FloorScene)] = [:]

    var count: Int { order.count }

    @inline(never)
    func fill(_ count: Int) {
        for id in 0..<count {
            order.append(id)
            rows[id] = (RowBoard.Item(id: id), FloorScene())
        }
    }

    @inline(never)
    func remove(_ id: Int) {
        guard rows.removeValue(forKey: id) != nil, let offset = order.firstIndex(of: id) else { return }
        order.remove(at: offset)
    }
}
