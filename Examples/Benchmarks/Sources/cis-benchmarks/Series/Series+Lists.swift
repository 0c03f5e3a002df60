import CIS

extension Series {
    /// Do creating and removing a row cost more if there are more rows? Each removal is one commit.
    static var lists: [Series] {
        [rowMaking] + ["oldest", "newest", "any"].map(rowRemoval)
            + ["oldest", "any"].map(floorRemoval)
            + [clearing, insertionInFront, otherMutation, childRemoval]
    }

    private static let rowSizes = sizes(from: 10, to: 100_000)

    private static var rowMaking: Series {
        Series(name: "G-rows", title: "row with a scene made, by rows", sizes: rowSizes) { size in
            let boards = (0..<max(1, 1_000 / size)).map { _ in RowBoard.assemble { _ in Tally.bare() } }
            let time = await nanoseconds { for board in boards { board.store.execute(.fill(size)) } }
            try expect("G-rows", boards.reduce(0) { $0 + $1.scene.children.count }, boards.count * size)
            return time / Double(boards.count * size)
        }
    }

    private static func rowRemoval(_ order: String) -> Series {
        let name = "G-remove-\(order)"
        let title = "row with a scene removed, \(order) first, by rows; ratio to rows by hand"
        var series = Series(name: name, title: title, sizes: rowSizes) { size in
            let boards = (0..<max(1, 1_000 / size)).map { _ in RowBoard.assemble { _ in Tally.bare() } }
            for board in boards { board.store.execute(.fill(size)) }
            let removals = RowBoard.removals(order, size)
            let time = await nanoseconds {
                for board in boards {
                    for id in removals { board.store.execute(.remove(id)) }
                }
            }
            try expect(name, boards.reduce(0) { $0 + $1.scene.children.count }, 0)
            return time / Double(boards.count * size)
        }
        // Rows by hand, as in X4r: one object for each row, found by its id.
        series.baseline = { size in
            let lists = (0..<max(1, 1_000 / size)).map { _ in PlainRows() }
            for list in lists { list.fill(size) }
            let removals = RowBoard.removals(order, size)
            let time = await nanoseconds {
                for list in lists {
                    for id in removals { list.remove(id) }
                }
            }
            try expect(name, lists.reduce(0) { $0 + $1.rows.count }, 0)
            return time / Double(lists.count * size)
        }
        return series
    }

    /// All rows are removed in one commit.
    private static var clearing: Series {
        Series(name: "G-clear", title: "row with a scene removed, all in one commit, by rows", sizes: rowSizes) {
            size in
            let boards = (0..<max(1, 1_000 / size)).map { _ in RowBoard.assemble { _ in Tally.bare() } }
            for board in boards { board.store.execute(.fill(size)) }
            let time = await nanoseconds { for board in boards { board.store.execute(.removeAll) } }
            try expect("G-clear", boards.reduce(0) { $0 + $1.scene.children.count }, 0)
            return time / Double(boards.count * size)
        }
    }

    /// The least program for the removal of rows: each row has the five objects of a scene, and is found by its id. It knows
    /// no order. What it costs beyond 1,000 rows is the time that memory takes.
    private static func floorRemoval(_ order: String) -> Series {
        let name = "F-remove-\(order)"
        return Series(name: name, title: "least program for G-remove-\(order)", sizes: rowSizes) { size in
            var lists = Array(repeating: [Int: FloorScene](), count: max(1, 1_000 / size))
            for list in lists.indices { for id in 0..<size { lists[list][id] = FloorScene() } }
            let removals = RowBoard.removals(order, size)
            let time = await nanoseconds {
                for list in lists.indices {
                    for id in removals { lists[list].removeValue(forKey: id) }
                }
            }
            try expect(name, lists.reduce(0) { $0 + $1.count }, 0)
            return time / Double(lists.count * size)
        }
    }

    private static var insertionInFront: Series {
        Series(name: "G-front", title: "row with a scene inserted in front, by rows", sizes: rowSizes) { size in
            let board = RowBoard.assemble { _ in Tally.bare() }
            board.store.execute(.fill(size))
            let count = 1_000
            let time = await nanoseconds { for id in size..<size + count { board.store.execute(.insert(id, at: 0)) } }
            try expect("G-front", board.scene.children.count, size + count)
            return time / Double(count)
        }
    }

    /// A commit that does not change the list.
    private static var otherMutation: Series {
        Series(name: "G-aside", title: "mutation of another field, by rows with scenes", sizes: rowSizes) { size in
            let board = RowBoard.assemble { _ in Tally.bare() }
            board.store.execute(.fill(size))
            let count = 100_000
            let time = await nanoseconds { for _ in 0..<count { board.store.execute(.tick) } }
            try expect("G-aside", board.scene.state.ticks, count)
            return time / Double(count)
        }
    }

    /// Children that were added by hand.
    private static var childRemoval: Series {
        Series(name: "G-children", title: "child removed by hand, oldest first, by children", sizes: rowSizes) { size in
            let parents = (0..<max(1, 1_000 / size)).map { _ in Tally.assemble().scene }
            for parent in parents { for _ in 0..<size { parent.add(Tally.bare()) } }
            let children = parents.map(\.children)
            let time = await nanoseconds {
                for (parent, children) in zip(parents, children) {
                    for child in children { parent.remove(child) }
                }
            }
            try expect("G-children", parents.reduce(0) { $0 + $1.children.count }, 0)
            return time / Double(parents.count * size)
        }
    }
}
