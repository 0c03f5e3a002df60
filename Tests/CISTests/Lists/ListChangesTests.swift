import CIS
import TestSupport
import Testing

/// What changed in a list, for those who show it.
@MainActor
@Suite struct `Changes of a list` {
    let world = RackWorld()
    private let seen = Trail<[SceneListStep<Int>]?>()
    private let owner = Owner()

    private func watch(_ rack: SceneRuntime<Rack>, delivery: Delivery = .everyChange, initially: Bool = false) {
        rack.observeChanges(of: \.rows, on: owner, delivery: delivery, initially: initially) { [seen] _, changes in
            seen.note(changes.steps)
        }
    }

    @Test func `each change is told with its id and its offset, in the order in which it was made`() {
        let rack = world.assemble([1, 2, 3])
        watch(rack)
        world.change {
            $0.rows.insert(Rack.Item(id: 0), at: 0)
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

    @Test func `the first call is for reading the whole list`() {
        let rack = world.assemble([1, 2])
        var lists: [[Int]] = []
        rack.observeChanges(of: \.rows, on: owner) { _, changes in
            if changes.steps == nil { lists.append(changes.list.ids) }
        }
        #expect(lists == [[1, 2]])
    }

    @Test func `commits that leave the list alone tell nothing`() {
        let rack = world.assemble([1])
        watch(rack)
        world.change { $0.notes.append("x") }
        world.change { $0.favourites.append(Rack.Item(id: 1)) }
        world.change {
            $0.rows.remove(9)
            $0.rows.move(1, to: 0)
            $0.rows.sort { $0.id < $1.id }
        }
        #expect(seen.entries == [])
        withExtendedLifetime(rack) {}
    }

    @Test func `another order, another list and very many changes are for reading the whole list`() {
        let rack = world.assemble([1, 2])
        watch(rack)
        world.change { $0.rows.sort { $0.id > $1.id } }
        world.change { $0.rows = SceneList([Rack.Item(id: 5)]) }
        world.change { $0.rows.replaceAll(with: [Rack.Item(id: 6)]) }
        world.change { state in for id in 10..<1_000 { state.rows.append(Rack.Item(id: id)) } }
        world.change { $0.rows.remove(6) }
        world.change { $0.rows.removeAll() }
        #expect(seen.entries == [nil, nil, nil, nil, [.removed(6, at: 0)], nil])
        withExtendedLifetime(rack) {}
    }

    @Test func `128 changes in one commit are told one by one, also after many others`() {
        let rack = world.assemble([])
        watch(rack)
        for round in 0..<20 {
            world.change { state in for id in 0..<128 { state.rows.append(Rack.Item(id: round * 1_000 + id)) } }
        }
        #expect(seen.entries.map { $0?.count } == Array(repeating: 128, count: 20))
        withExtendedLifetime(rack) {}
    }

    @Test func `once per turn the changes of the whole turn are told`() async {
        let rack = world.assemble([1])
        watch(rack, delivery: .oncePerTurn)
        world.change { $0.rows.append(Rack.Item(id: 2)) }
        world.change { $0.rows.remove(1) }
        #expect(seen.entries.isEmpty)
        await mainActorJobsBehind()
        #expect(seen.entries == [[.inserted(2, at: 1), .removed(1, at: 0)]])
        withExtendedLifetime(rack) {}
    }

    @Test func `a change that an observer of the list makes is told after it`() {
        let rack = world.assemble([1])
        let world = world
        let token = rack.observeChanges(of: \.rows, initially: false) { [seen] changes in
            seen.note(changes.steps)
            if changes.list.count < 4 { world.change { $0.rows.append(Rack.Item(id: $0.rows.count + 1)) } }
        }
        world.change { $0.rows.append(Rack.Item(id: 2)) }
        #expect(seen.entries == [[.inserted(2, at: 1)], [.inserted(3, at: 2)], [.inserted(4, at: 3)]])
        token.cancel()
        world.change { $0.rows.remove(1) }
        #expect(seen.entries.count == 3)
        withExtendedLifetime(rack) {}
    }

    @Test func `the scenes of the list are in step with the changes that are told`() {
        let rack = world.assemble([1])
        let titles = Trail<Int?>()
        let token = rack.observeChanges(of: \.rows, initially: false) { [weak rack] changes in
            for case .inserted(let id, _) in changes.steps ?? [] {
                titles.note(rack?.child(of: \.rows, id, as: Row.self)?.state.id)
            }
        }
        world.change { $0.rows.append(Rack.Item(id: 2)) }
        #expect(titles.entries == [2])
        token.cancel()
        withExtendedLifetime(rack) {}
    }
}

/// A value of the children, without asking them.
@MainActor
@Suite struct `Values of children` {
    let world = RackWorld()

    @Test func `a sum over the rows is kept by what each of them changes`() {
        let rack = world.assemble([1, 2])
        let store = world.store
        world.rowStore(rack.rows[0])?.execute(.tapped)
        rack.observeChildren(of: \.rows, \.taps, as: Row.self) { [weak store] _, _, old, new in
            store?.execute(.change { $0.taps += (new ?? 0) - (old ?? 0) })
        }
        #expect(rack.state.taps == 1)
        for row in rack.rows { world.rowStore(row)?.execute(.tapped) }
        #expect(rack.state.taps == 3)
        world.change { $0.rows.append(Rack.Item(id: 3)) }
        world.rowStore(rack.rows[2])?.execute(.tapped)
        #expect(rack.state.taps == 4)
        world.change { $0.rows.remove(1) }
        #expect(rack.state.taps == 2)
        #expect(world.reports.kinds.isEmpty)
    }

    @Test func `each row is told with its id, what was and what is`() {
        let rack = world.assemble([1])
        let seen = Trail<String>()
        let token = rack.observeChildren(of: \.rows, \.taps, as: Row.self) { _, id, old, new in
            seen.note("\(id): \(old.map(String.init) ?? "-") \(new.map(String.init) ?? "-")")
        }
        world.rowStore(rack.rows[0])?.execute(.note("no tap"))
        world.rowStore(rack.rows[0])?.execute(.tapped)
        world.change { $0.rows.move(1, to: 0) }
        world.change { $0.rows.remove(1) }
        world.change { $0.rows.append(Rack.Item(id: 2)) }
        #expect(seen.entries == ["1: - 0", "1: 0 1", "1: 1 -", "2: - 0"])
        token.cancel()
        world.rowStore(rack.rows[0])?.execute(.tapped)
        world.change { $0.rows.append(Rack.Item(id: 3)) }
        #expect(seen.entries.count == 4)
    }

    @Test func `nothing is told when the scene ends, and nothing leaks`() {
        let seen = Trail<Int?>()
        do {
            let rack = world.assemble([1, 2])
            rack.observeChildren(of: \.rows, \.taps, as: Row.self) { _, _, _, new in seen.note(new) }
            rack.stop()
        }
        #expect(seen.entries == [0, 0])
        #expect(world.live.live == 0)
    }

    @Test func `observing the children of a list that is not declared yet is reported`() {
        let reports = ReportLog()
        let store = RackStore(Rack.State())
        let rack = SceneRuntime<Rack>(controller: RackController(), store: store, diagnostics: reports.reporter)
        rack.observeChildren(of: \.rows, \.taps, as: Row.self) { _, _, _, _ in }
        #expect(reports.all.first.map { "\($0)" }?.contains("before list(\\.rows) is declared") == true)
    }
}
