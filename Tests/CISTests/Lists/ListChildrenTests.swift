import CIS
import TestSupport
import Testing

/// Scenes that follow the elements of a list.
@MainActor
@Suite struct `Scenes of a list` {
    let world = RowListFixture()

    @Test func `each element has a scene, in the order of the list, found by its id`() {
        let rowList = world.assemble([1, 2, 3])
        #expect(rowList.rowIDs == [1, 2, 3])
        #expect(rowList.child(of: \.rows, 2, as: Row.self)?.state.id == 2)
        #expect(rowList.child(of: \.rows, 9, as: Row.self) == nil)
        #expect(rowList.child(of: \.favourites, 2, as: Row.self) == nil)
        #expect(rowList.child(of: \.rows, 2, as: Screen.self) == nil)
    }

    @Test func `an element that is moved, sorted or changed keeps its scene and its running action`() async {
        let rowList = world.assemble([1, 2, 3])
        let row = rowList.rows[1]
        let gate = Gate()
        let task = row.execute(
            RowListAction { [world] in
                await gate.pass()
                world.rowStore(row)?.execute(.tapped)
            })
        await gate.reached()
        world.change {
            $0.rows.insert(RowList.Item(id: 0), at: 0)
            $0.rows.move(2, to: 0)
        }
        world.change { $0.rows.sort { $0.id > $1.id } }
        world.change { $0.rows.update(2) { $0.title = "two" } }
        world.change { $0.rows.replaceAll(with: [2, 7].map { RowList.Item(id: $0) }) }
        #expect(rowList.child(of: \.rows, 2, as: Row.self) === row)
        gate.open()
        await task.value
        #expect(row.state.taps == 1)
        #expect(world.reports.kinds.isEmpty)
        #expect(
            world.recorder.entries == [
                "made 1", "made 2", "made 3", "made 0", "stopped 0", "stopped 3", "stopped 1", "made 7",
            ])
    }

    @Test func `removed elements are stopped youngest first, then new ones are made in the order of the list`() {
        let rowList = world.assemble([1, 2, 3])
        world.change {
            $0.rows.append(RowList.Item(id: 5))
            $0.rows.remove(1)
            $0.rows.insert(RowList.Item(id: 4), at: 0)
            $0.rows.remove(3)
        }
        #expect(world.recorder.entries.suffix(4) == ["stopped 3", "stopped 1", "made 4", "made 5"])
        #expect(rowList.rowIDs == [4, 2, 5])
        #expect(world.live.live == 3)
    }

    @Test func `an element that comes and goes in one commit has no scene`() {
        let rowList = world.assemble([1])
        world.change {
            $0.rows.append(RowList.Item(id: 2))
            $0.rows.remove(2)
        }
        #expect(world.made == 1)
        withExtendedLifetime(rowList) {}
    }

    @Test func `an item that is removed and inserted again has a new scene`() {
        let rowList = world.assemble([1, 2])
        let before = rowList.rows[0].identity
        world.change {
            $0.rows.remove(1)
            $0.rows.insert(RowList.Item(id: 1), at: 0)
        }
        #expect(rowList.rowIDs == [1, 2])
        #expect(rowList.rows[0].identity != before)
        #expect(world.recorder.entries.suffix(2) == ["stopped 1", "made 1"])
    }

    @Test func `a list that was made anew has new scenes, an older copy those that are still there`() {
        let rowList = world.assemble([1, 2])
        let older = rowList.state.rows
        let before = rowList.rows.map(\.identity)
        world.change { $0.rows.append(RowList.Item(id: 3)) }
        world.change { $0.rows = older }
        #expect(rowList.rows.map(\.identity) == before)
        world.change { $0.rows = SceneList([1, 2].map { RowList.Item(id: $0) }) }
        #expect(rowList.rows.map(\.identity).allSatisfy { !before.contains($0) })
        #expect(world.live.live == 2)
    }

    // Copies of one list are independent, so the same id may denote different elements.
    @Test func `an item inserted into an older copy is not taken for the one that had its id`() {
        let rowList = world.assemble([1])
        let older = rowList.state.rows
        world.change { $0.rows.append(RowList.Item(id: 2)) }
        let second = rowList.rows[1].identity
        world.change {
            $0.rows = older
            $0.rows.append(RowList.Item(id: 2))
        }
        #expect(rowList.rowIDs == [1, 2])
        #expect(rowList.rows[1].identity != second)
    }

    @Test func `more changes in one commit than are remembered lead to the same scenes`() {
        let rowList = world.assemble(Array(0..<1_000))
        let kept = rowList.child(of: \.rows, 999, as: Row.self)?.identity
        world.change { state in
            for id in 0..<999 { state.rows.remove(id) }
            for id in 1_000..<2_000 { state.rows.insert(RowList.Item(id: id), at: 0) }
        }
        #expect(rowList.rowIDs == (1_000..<2_000).reversed() + [999])
        #expect(rowList.rows.last?.identity == kept)
        #expect(world.live.live == 1_001)
    }

    @Test func `a row whose stop stops the scene of the list while other rows leave does no harm`() {
        let rowList = world.assemble([1, 2, 3])
        let token = rowList.rows[2].attach(StopObserver { rowList.stop() })
        world.change { $0.rows.removeAll() }
        #expect(rowList.isStopped)
        #expect(rowList.children.isEmpty)
        #expect(world.stopped == 3)
        token.cancel()
    }

    @Test func `a scene that is made for two elements is one child`() {
        let store = RowListStore(RowList.State())
        let rowList = SceneRuntime<RowList>(controller: RowListController(), store: store)
        let shared = world.assemble([7])
        rowList.list(\.rows) { _, _ in shared }
        store.execute(.change { $0.rows.append(contentsOf: [1, 2].map { RowList.Item(id: $0) }) })
        #expect(rowList.children.count == 1)
        store.execute(.change { $0.rows.remove(1) })
        #expect(shared.isStopped)
        store.execute(.change { $0.rows.remove(2) })
        #expect(rowList.children.isEmpty)
    }

    @Test func `traces and trees name a row by its id`() {
        let rowList = world.assemble([1, 2])
        let log = EventLog()
        rowList.rows[1].attach(log, on: log)
        world.rowStore(rowList.rows[1])?.execute(.tapped)
        #expect(!log.events.isEmpty)
        #expect(log.events.allSatisfy { "\($0.scene)".hasPrefix("Row[2]/") })
        #expect(rowList.treeDescription.contains("Row[2]/"))
    }

    @Test func `a duplicate id is reported once, also if undo and redo bring its list back`() {
        let rowList = world.assemble([1])
        let before = rowList.state
        world.change { $0.rows.append(RowList.Item(id: 1)) }
        let after = rowList.state
        for state in [before, after, before, after] { world.change { $0 = state } }
        #expect(world.reports.all.count == 1)
        world.change { $0.rows.append(RowList.Item(id: 1)) }
        #expect(world.reports.all.count == 2)
    }

    @Test func `a duplicate id is reported, and the first one stays`() throws {
        let rowList = world.assemble([1, 2])
        world.change { $0.rows.append(RowList.Item(id: 2, title: "another")) }
        let report = try #require(world.reports.all.first)
        #expect(
            "\(report)".contains(
                "The list rows has an item with the id 2 already. Another item with that id was refused."))
        #expect(report.isMisuse)
        #expect(rowList.rowIDs == [1, 2])
        #expect(world.made == 2)
        world.change { $0.notes.append("nothing new") }
        world.change { $0.rows.append(RowList.Item(id: 3)) }
        #expect(world.reports.all.count == 1)
    }

    @Test func `a duplicate id in the initial state is reported`() {
        let rowList = world.assemble([1, 1])
        #expect(world.reports.all.count == 1)
        #expect(rowList.rowIDs == [1])
    }

    @Test func `outputs of a row are received with its id`() {
        let rowList = world.assemble([1, 2])
        rowList.rows[1].outputs?.send("done")
        #expect(rowList.state.notes == ["2 says done"])
    }

    @Test func `a row whose output makes its parent remove it is removed`() async {
        let rowList = world.assemble([1, 2, 3])
        let row = rowList.rows[1]
        await row.execute(
            RowListAction { [world] in
                world.change { $0.rows.remove(2) }
                row.outputs?.send("too late")
            }
        ).value
        #expect(rowList.rowIDs == [1, 3])
        #expect(row.isStopped)
        #expect(rowList.state.notes == [])
    }

    @Test func `two lists of one scene are independent`() {
        let rowList = world.assemble([1, 2])
        world.change { $0.favourites.append(RowList.Item(id: 2)) }
        let (row, favourite) = (rowList.rows[1], rowList.child(of: \.favourites, 2, as: Row.self))
        #expect(favourite != nil && favourite !== row)
        world.change { $0.rows.removeAll() }
        #expect(rowList.child(of: \.favourites, 2, as: Row.self) === favourite)
        #expect(world.stopped == 2)
    }

    @Test func `commits that leave the list alone leave its scenes alone`() {
        let rowList = world.assemble(Array(0..<10))
        for number in 0..<100 { world.change { $0.notes.append("\(number)") } }
        #expect(world.made == 10)
        #expect(world.stopped == 0)
        withExtendedLifetime(rowList) {}
    }

    @Test func `children are in the order in which they were made, whatever the order of the list`() {
        let rowList = world.assemble([1, 2])
        world.change { $0.rows.insert(RowList.Item(id: 0), at: 0) }
        let children = rowList.children.compactMap { $0 as? SceneRuntime<Row> }
        #expect(children.map(\.state.id) == [1, 2, 0])
        #expect(rowList.rowIDs == [0, 1, 2])
    }

    // MARK: Ends

    @Test func `a released scene stops and frees the scenes of its list, youngest first`() {
        do {
            let rowList = world.assemble([1, 2, 3])
            world.change { $0.rows.move(3, to: 0) }
            withExtendedLifetime(rowList) {}
        }
        #expect(world.live.live == 0)
        #expect(world.recorder.entries.suffix(3) == ["stopped 3", "stopped 2", "stopped 1"])
    }

    @Test func `a scene that is stopped while the scenes of its list are made makes no more of them`() {
        let rowList = world.assemble()
        let other = RowListFixture()
        let count = Shared(0)
        let lists = SceneRuntime<RowList>(controller: RowListController(), store: RowListStore(RowList.State()))
        lists.stop()
        lists.list(\.rows) { _, item in
            count.value += 1
            return other.assemble() as any SceneNode
        }
        #expect(count.value == 0)
        withExtendedLifetime(rowList) {}
    }

    // The work for each row does not grow with the number of rows. The test counts what happens. The
    // benchmarks measure the time.
    @Test func `a thousand rows removed in any order are stopped once each, and freed`() {
        let count = fewerWhenSanitized(1_000)
        for order in [Array(0..<count), (0..<count).reversed(), (0..<count).shuffled()] {
            let world = RowListFixture()
            let rowList = world.assemble(Array(0..<count))
            for id in order { world.change { $0.rows.remove(id) } }
            #expect(world.recorder.entries.suffix(count) == order.map { "stopped \($0)" })
            #expect(world.live.live == 0)
            #expect(rowList.children.isEmpty)
        }
    }
}
