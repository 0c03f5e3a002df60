import CIS
import TestSupport
import Testing

/// The scenes of a list with 10,000 rows, beside a naive model: an array of ids.
@MainActor
@Suite struct `Law of a large list of scenes` {
    /// With full effort there are 10,000 rows and 100,000 steps.
    @Test(arguments: seeds(1, for: "Law of a large list of scenes"))
    func `10,000 rows follow 100,000 random steps`(_ seed: UInt64) throws {
        let walk = LargeListWalk(size: repetitions(10_000, atLeast: 1_000), seed: seed)
        let count = repetitions(100_000, atLeast: 4_000)
        while walk.steps < count {
            let problem = try walk.commit()
            #expect(problem == nil, "CIS_SEED=\(seed), step \(walk.steps)")
            if problem != nil { return }
        }
        #expect(try walk.restore() == nil, "CIS_SEED=\(seed), restored at the end")
        #expect(walk.end() == nil, "CIS_SEED=\(seed), at the end")
    }
}

private enum LargeListStep: Sendable {
    case insert(Int, at: Int)
    /// Inserts an item whose id is in the list.
    case refuse(Int, at: Int)
    case remove(Int)
    case move(Int, to: Int)
    case sort(ascending: Bool)
    case reload([Int])

    func apply(to rows: inout SceneList<RowList.Item>) {
        switch self {
        case .insert(let id, let offset), .refuse(let id, let offset): rows.insert(RowList.Item(id: id), at: offset)
        case .remove(let id): rows.remove(id)
        case .move(let id, let offset): rows.move(id, to: offset)
        case .sort(let ascending): rows.sort { ascending ? $0.id < $1.id : $0.id > $1.id }
        case .reload(let ids): rows.replaceAll(with: ids.map { RowList.Item(id: $0) })
        }
    }
}

@MainActor
private final class LargeListWalk {
    private(set) var steps = 0
    private let size: Int
    private var dice: Dice
    private var world = RowListFixture()
    private var rowList: SceneRuntime<RowList>?
    private var token: ObservationToken?
    /// What an observer of the changes computes.
    private let followed = Shared<[Int]>([])

    // The model: the ids in order, the scene that each had at the last comparison, its taps, and the reported commits.
    private var ids: [Int]
    private var present: Set<Int>
    private var scenes: [Int: SceneIdentity] = [:]
    private var taps: [Int: Int] = [:]
    private var refusals = 0
    private var newest: UInt64 = 0

    init(size: Int, seed: UInt64) {
        self.size = size
        dice = Dice(seed: seed)
        ids = Array(0..<size)
        present = Set(ids)
        follow(world.assemble(ids))
    }

    private func follow(_ rowList: SceneRuntime<RowList>) {
        self.rowList = rowList
        token = rowList.observeChanges(of: \.rows) { [followed] changes in
            guard let steps = changes.steps else { return followed.value = changes.list.ids }
            for step in steps where !followed.value.apply(step) { followed.value = [-1] }
        }
    }

    // MARK: Steps

    /// Makes one commit, and compares. Most commits have few steps, some more than a list remembers.
    ///
    /// - Returns: What differs from the model.
    func commit() throws -> String? {
        let batch = (0..<([1, 5, 40, 400].randomElement(using: &dice) ?? 1)).map { _ in step() }
        steps += batch.count
        if batch.contains(where: { if case .refuse = $0 { true } else { false } }) { refusals += 1 }
        world.change { state in for step in batch { step.apply(to: &state.rows) } }
        for _ in 0..<3 {
            guard let id = ids.randomElement(using: &dice) else { break }
            world.rowStore(rowList?.child(of: \.rows, id))?.execute(.tapped)
            taps[id, default: 0] += 1
        }
        if let problem = compare() ?? (chance(1, of: 8) ? compareRows() : nil) { return problem }
        return chance(1, of: 400) ? try restore() : nil
    }

    private func chance(_ count: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &dice) < count }

    /// Chooses a step, and makes it in the model.
    private func step() -> LargeListStep {
        guard let id = ids.randomElement(using: &dice) else { return insertion() }
        let offset = Int.random(in: 0...ids.count, using: &dice)
        switch Int.random(in: 0..<10_000, using: &dice) {
        case 0..<4_000: return ids.count < size ? insertion() : removal()
        case 4_000..<7_000: return chance(1, of: 2) ? insertion() : removal()
        case 7_000..<7_500: return .refuse(id, at: offset)
        case 7_500..<9_990: return move()
        case 9_990..<9_996:
            let ascending = chance(1, of: 2)
            ids.sort { ascending ? $0 < $1 : $0 > $1 }
            return .sort(ascending: ascending)
        default: return reload()
        }
    }

    private func newID() -> Int {
        var id = 0
        repeat { id = Int.random(in: 0..<size * 3, using: &dice) } while present.contains(id)
        present.insert(id)
        return id
    }

    private func insertion() -> LargeListStep {
        let id = newID()
        // The front, where an array is slowest, is chosen often.
        let offset = chance(1, of: 4) ? 0 : Int.random(in: 0...ids.count, using: &dice)
        ids.insert(id, at: offset)
        return .insert(id, at: offset)
    }

    private func removal() -> LargeListStep {
        let id = ids.remove(at: Int.random(in: ids.indices, using: &dice))
        forget(id)
        return .remove(id)
    }

    private func move() -> LargeListStep {
        let id = ids.remove(at: Int.random(in: ids.indices, using: &dice))
        let offset = Int.random(in: 0...ids.count, using: &dice)
        ids.insert(id, at: offset)
        return .move(id, to: offset)
    }

    /// A reload from a server: some rows are gone, some are new, and two have changed places.
    private func reload() -> LargeListStep {
        // Chosen first, because a row whose id stays keeps its scene.
        let new = (0..<10).map { _ in newID() }
        for _ in 0..<10 where ids.count > 2 { forget(ids.remove(at: Int.random(in: ids.indices, using: &dice))) }
        ids += new
        ids.swapAt(0, ids.count - 1)
        return .reload(ids)
    }

    private func forget(_ id: Int) {
        present.remove(id)
        scenes[id] = nil
        taps[id] = nil
    }

    // MARK: Comparing

    private func compare() -> String? {
        guard let rowList else { return "no scene" }
        guard rowList.state.rows.ids == ids else { return "another list" }
        guard followed.value == ids else { return "an observer of the changes has another list" }
        guard rowList.children.count == ids.count else { return "\(rowList.children.count) children for \(ids.count)" }
        guard world.live.live == ids.count else { return "\(world.live.live) rows alive, not \(ids.count)" }
        let running = world.made - world.stopped
        guard running == ids.count else { return "\(running) rows run, not \(ids.count)" }
        let reports = world.reports.all.count
        return reports == refusals ? nil : "\(reports) reports of refused items, not \(refusals)"
    }

    /// Compares each row: one that stayed has its scene and its taps, another one has a new scene.
    private func compareRows() -> String? {
        var greatest = newest
        for id in ids {
            guard let row = rowList?.child(of: \.rows, id, as: Row.self) else { return "\(id) has no scene" }
            guard row.state.id == id else { return "\(id) has the scene of \(row.state.id)" }
            guard row.state.taps == taps[id] ?? 0 else { return "\(id) was tapped \(row.state.taps) times" }
            if let known = scenes[id] {
                guard known == row.identity else { return "\(id) was \(known), is \(row.identity)" }
            } else {
                guard row.identity.number > newest else { return "\(id) is new, and has the old \(row.identity)" }
                scenes[id] = row.identity
                greatest = max(greatest, row.identity.number)
            }
        }
        newest = greatest
        world.forgetRows()
        return nil
    }

    // MARK: Ends

    /// Continues with a tree that was saved and restored: each row has the same id and state, and a new scene.
    func restore() throws -> String? {
        if let problem = compareRows() { return problem }
        let snapshot = try rowList?.snapshot(using: .json)
        if let problem = end() { return problem }
        world = RowListFixture()
        (scenes, refusals) = ([:], 0)
        guard let restored = try snapshot?.restore(using: .json, { world.assemble() }) else { return "no snapshot" }
        follow(restored)
        return compare() ?? compareRows()
    }

    /// Releases the list.
    func end() -> String? {
        token = nil
        rowList = nil
        guard world.live.live == 0 else { return "\(world.live.live) rows are alive after the end" }
        return world.stopped == world.made ? nil : "\(world.made) rows made, \(world.stopped) stopped"
    }
}
