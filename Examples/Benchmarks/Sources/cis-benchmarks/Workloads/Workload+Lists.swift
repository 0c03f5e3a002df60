import CIS

extension Workload {
    /// X4: a thousand rows with scenes. X5: ten thousand rows, and what has changed in them.
    static var lists: [Workload] {
        [
            rows("X4c", "row with a scene made, and released with its list"),
            rows("X4r", "row with a scene made and removed, oldest first", RowBoard.removals("oldest", 1_000)),
            rows("X4rn", "row with a scene made and removed, newest first", RowBoard.removals("newest", 1_000)),
            rows("X4rm", "row with a scene made and removed, any order", RowBoard.removals("any", 1_000)),
            observableRows, rowChange, listChanges,
        ]
    }

    nonisolated static let rowCount = 1_000

    private static func rows(_ name: String, _ title: String, _ removals: [Int] = []) -> Workload {
        rows(name, title, removals) { fillAndEmpty(removals) }
    }

    /// - Parameter board: Fills a list of rows with scenes, removes the rows that have to be removed, and returns their
    ///   number.
    static func rows(_ name: String, _ title: String, _ removals: [Int], board: @escaping () -> Int) -> Workload {
        Workload(name: name, title: title, operations: 100_000) { count in
            Contest(
                cis: { inBoards(count, board) },
                plain: {
                    inBoards(count) {
                        let plain = PlainRows()
                        plain.fill(rowCount)
                        for id in removals { plain.remove(id) }
                        return rowCount - plain.rows.count
                    }
                }, expected: count / rowCount * removals.count)
        }
    }

    /// The same, beside objects of the standard library's Observation.
    private static var observableRows: Workload {
        let removals = RowBoard.removals("any", rowCount)
        return Workload(
            name: "X4ro", title: "row made and removed, any order; plain is @Observable", operations: 100_000
        ) { count in
            Contest(
                cis: { inBoards(count) { fillAndEmpty(removals) } },
                plain: {
                    inBoards(count) {
                        let plain = ObservableRows()
                        plain.fill(rowCount)
                        for id in removals { plain.remove(id) }
                        return rowCount - plain.rows.count
                    }
                }, expected: count / rowCount * rowCount)
        }
    }

    /// - Returns: How many rows were removed.
    private static func fillAndEmpty(_ removals: [Int]) -> Int {
        let (scene, store) = RowBoard.assemble { _ in Tally.bare() }
        store.execute(.fill(rowCount))
        for id in removals { store.execute(.remove(id)) }
        return rowCount - scene.state.rows.count
    }

    private static func inBoards(_ count: Int, _ board: () -> Int) -> Int {
        (0..<count / rowCount).reduce(0) { sum, _ in sum + board() }
    }

    /// Each row has one observer, as the cell that shows it.
    private static var rowChange: Workload {
        Workload(name: "X4m", title: "one of 1,000 rows changes", operations: 200_000) { count in
            let calls = Cell()
            var stores: [TallyStore] = []
            var tokens: [ObservationToken] = []
            let (scene, store) = RowBoard.assemble { _ in
                let (row, store) = Tally.assemble()
                stores.append(store)
                tokens.append(row.observe(\.count, initially: false) { _ in calls.value += 1 })
                return row
            }
            store.execute(.fill(rowCount))
            let plain = (0..<rowCount).map { _ in PlainTally() }
            for row in plain { row.observers.append { _ in calls.value += 1 } }
            func told(_ change: (Int) -> Void) -> Int {
                let before = calls.value
                for index in 0..<count { change(index % rowCount) }
                return calls.value - before
            }
            return Contest(
                cis: { withExtendedLifetime((scene, tokens)) { told { stores[$0].execute(.add(1)) } } },
                plain: { told { plain[$0].execute(.add(1)) } }, expected: count)
        }
    }

    /// A list model of a front end is kept in step with 10,000 rows, which have no scenes.
    private static var listChanges: Workload {
        Workload(name: "X5", title: "insert, move, remove in 10,000 rows, told to a front end", operations: 30_000) {
            count in
            let size = 10_000
            let (scene, store) = RowBoard.assemble(nil)
            store.execute(.fill(size))
            var model: [Int] = []
            let token = scene.observeChanges(of: \.rows) { changes in
                guard let steps = changes.steps else { return model = changes.list.ids }
                for step in steps { apply(step, to: &model) }
            }
            let plain = PlainList(size)
            var plainModel = Array(0..<size)
            plain.observe { step, _ in apply(step, to: &plainModel) }
            return Contest(
                cis: {
                    for index in 0..<count / 3 {
                        let (one, other) = (index * 7_919 % size, index * 104_729 % size)
                        store.execute(.insert(size, at: one))
                        store.execute(.move(size, to: other))
                        store.execute(.remove(size))
                    }
                    withExtendedLifetime((scene, token)) {}
                    return model.count
                },
                plain: {
                    for index in 0..<count / 3 {
                        let (one, other) = (index * 7_919 % size, index * 104_729 % size)
                        plain.apply(.inserted(size, at: one))
                        plain.apply(.moved(from: one, to: other))
                        plain.apply(.removed(at: other))
                    }
                    return plainModel.count
                }, expected: size)
        }
    }

    private static func apply(_ step: SceneListStep<Int>, to model: inout [Int]) {
        switch step {
        case .inserted(let id, let offset): model.insert(id, at: offset)
        case .moved(_, let from, let offset): model.insert(model.remove(at: from), at: offset)
        case .removed(_, let offset): model.remove(at: offset)
        case .replaced: break
        }
    }

    private static func apply(_ step: PlainList.Step, to model: inout [Int]) {
        switch step {
        case .inserted(let id, let offset): model.insert(id, at: offset)
        case .moved(let from, let offset): model.insert(model.remove(at: from), at: offset)
        case .removed(let offset): model.remove(at: offset)
        }
    }
}
