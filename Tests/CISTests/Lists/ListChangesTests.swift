import CIS
import TestSupport
import Testing

/// The changes of a list, for front ends that show it.
@MainActor
@Suite struct `Changes of a list` {
    let world = RowListFixture()
    private let seen = Recorder<[SceneListStep<Int>]?>()
    private let owner = Owner()

    private func watch(_ rowList: SceneRuntime<RowList>, delivery: Delivery = .everyChange, initially: Bool = false) {
        rowList.observeChanges(of: \.rows, on: owner, delivery: delivery, initially: initially) { [seen] _, changes in
            seen.note(changes.steps)
        }
    }

    @Test func `observers receive each change with its id and offset, in order`() {
        let rowList = world.assemble([1, 2, 3])
        watch(rowList)
        world.change {
            $0.rows.insert(RowList.Item(id: 0), at: 0)
            $0.rows.remove(2)
            $0.rows.move(0, to: 2)
            $0.rows.update(3) { $0.title = "three" }
        }
        #expect(
            seen.entries == [
                [
                    .inserted(0, at: 0), .removed(2, at: 2), .moved(0, from: 0, to: 2), .replaced(3, at: 1),
                ]
            ])
    }

    @Test func `the first call has no steps, so that the whole list is read`() {
        let rowList = world.assemble([1, 2])
        var lists: [[Int]] = []
        rowList.observeChanges(of: \.rows, on: owner) { _, changes in
            if changes.steps == nil { lists.append(changes.list.ids) }
        }
        #expect(lists == [[1, 2]])
    }

    @Test func `commits that do not change the list call no observer of the list`() {
        let rowList = world.assemble([1])
        watch(rowList)
        world.change { $0.notes.append("x") }
        world.change { $0.favourites.append(RowList.Item(id: 1)) }
        world.change {
            $0.rows.remove(9)
            $0.rows.move(1, to: 0)
            $0.rows.sort { $0.id < $1.id }
        }
        #expect(seen.entries == [])
        withExtendedLifetime(rowList) {}
    }

    @Test func `after a sort, another list or very many changes there are no steps`() {
        let rowList = world.assemble([1, 2])
        watch(rowList)
        world.change { $0.rows.sort { $0.id > $1.id } }
        world.change { $0.rows = SceneList([RowList.Item(id: 5)]) }
        world.change { $0.rows.replaceAll(with: [RowList.Item(id: 6)]) }
        world.change { state in for id in 10..<1_000 { state.rows.append(RowList.Item(id: id)) } }
        world.change { $0.rows.remove(6) }
        world.change { $0.rows.removeAll() }
        #expect(seen.entries == [nil, nil, nil, nil, [.removed(6, at: 0)], nil])
        withExtendedLifetime(rowList) {}
    }

    @Test func `128 changes in one commit are delivered one by one, even after many others`() {
        let rowList = world.assemble([])
        watch(rowList)
        for round in 0..<20 {
            world.change { state in for id in 0..<128 { state.rows.append(RowList.Item(id: round * 1_000 + id)) } }
        }
        #expect(seen.entries.map { $0?.count } == Array(repeating: 128, count: 20))
        withExtendedLifetime(rowList) {}
    }

    @Test func `with delivery once per turn the changes of the whole turn are delivered`() async {
        let rowList = world.assemble([1])
        watch(rowList, delivery: .oncePerTurn)
        world.change { $0.rows.append(RowList.Item(id: 2)) }
        world.change { $0.rows.remove(1) }
        #expect(seen.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(seen.entries == [[.inserted(2, at: 1), .removed(1, at: 0)]])
        withExtendedLifetime(rowList) {}
    }

    @Test func `a change that an observer of the list makes is delivered after it has returned`() {
        let rowList = world.assemble([1])
        let world = world
        let token = rowList.observeChanges(of: \.rows, initially: false) { [seen] changes in
            seen.note(changes.steps)
            if changes.list.count < 4 { world.change { $0.rows.append(RowList.Item(id: $0.rows.count + 1)) } }
        }
        world.change { $0.rows.append(RowList.Item(id: 2)) }
        #expect(seen.entries == [[.inserted(2, at: 1)], [.inserted(3, at: 2)], [.inserted(4, at: 3)]])
        token.cancel()
        world.change { $0.rows.remove(1) }
        #expect(seen.entries.count == 3)
        withExtendedLifetime(rowList) {}
    }

    @Test func `the scenes of the list are in step with the delivered changes`() {
        let rowList = world.assemble([1])
        let titles = Recorder<Int?>()
        let token = rowList.observeChanges(of: \.rows, initially: false) { [weak rowList] changes in
            for case .inserted(let id, _) in changes.steps ?? [] {
                titles.note(rowList?.child(of: \.rows, id, as: Row.self)?.state.id)
            }
        }
        world.change { $0.rows.append(RowList.Item(id: 2)) }
        #expect(titles.entries == [2])
        token.cancel()
        withExtendedLifetime(rowList) {}
    }
}
