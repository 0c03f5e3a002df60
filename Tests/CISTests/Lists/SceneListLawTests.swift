import CIS
import TestSupport
import Testing

/// A change that can be made to a list, and to a plain array of the same items.
enum ListStep: Sendable {
    case insert(RowList.Item, at: Int)
    case remove(Int)
    case removeAt([Int])
    case move(Int, to: Int)
    case moveFrom([Int], to: Int)
    case update(Int, String)
    case changeID(Int, to: Int)
    case sort(ascending: Bool)
    case replaceAll([RowList.Item])
    case removeAll
    /// Keeps a copy of the list.
    case save
    /// Restores the copy.
    case goBack

    static func random(_ dice: inout Dice, ids: Int) -> ListStep {
        func id() -> Int { Int.random(in: 0..<ids, using: &dice) }
        func offset() -> Int { Int.random(in: -1..<(ids + 2), using: &dice) }
        func item() -> RowList.Item { RowList.Item(id: id(), title: "\(Int.random(in: 0..<9, using: &dice))") }
        func few<Value>(_ value: () -> Value) -> [Value] {
            (0..<Int.random(in: 0..<4, using: &dice)).map { _ in value() }
        }
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<34: return .insert(item(), at: offset())
        case 34..<58: return .remove(id())
        case 58..<61: return .removeAt(few(offset))
        case 61..<74: return .move(id(), to: offset())
        case 74..<78: return .moveFrom(few(offset), to: offset())
        case 78..<86: return .update(id(), "\(Int.random(in: 0..<9, using: &dice))")
        case 86..<90: return .changeID(id(), to: id())
        case 90..<92: return .sort(ascending: Bool.random(using: &dice))
        case 92..<94: return .replaceAll((0..<Int.random(in: 0...ids, using: &dice)).map { _ in item() })
        case 94: return .removeAll
        case 95, 96: return .save
        default: return .goBack
        }
    }

    func apply(to list: inout SceneList<RowList.Item>, saved: inout SceneList<RowList.Item>) {
        switch self {
        case .insert(let item, let offset): list.insert(item, at: offset)
        case .remove(let id): list.remove(id)
        case .removeAt(let offsets): list.remove(atOffsets: offsets)
        case .move(let id, let offset): list.move(id, to: offset)
        case .moveFrom(let offsets, let offset): list.move(fromOffsets: offsets, toOffset: offset)
        case .update(let id, let title): list.update(id) { $0.title = title }
        case .changeID(let id, let new): list.update(id) { $0.id = new }
        case .sort(let ascending): list.sort { ascending ? $0.title < $1.title : $0.title > $1.title }
        case .replaceAll(let items): list.replaceAll(with: items)
        case .removeAll: list.removeAll()
        case .save: saved = list
        case .goBack: list = saved
        }
    }
}

/// A model of a list with a plain array. Each insertion is an object of its own.
struct ListModel {
    final class Element {
        let id: Int

        init(_ id: Int) {
            self.id = id
        }
    }

    typealias Entry = (element: Element, item: RowList.Item)
    private(set) var entries: [Entry] = []
    private var saved: [Entry] = []

    private func index(_ id: Int) -> Int? { entries.firstIndex { $0.item.id == id } }

    private mutating func insert(_ item: RowList.Item, at offset: Int) {
        guard index(item.id) == nil else { return }
        entries.insert((Element(item.id), item), at: min(max(offset, 0), entries.count))
    }

    mutating func apply(_ step: ListStep) {
        switch step {
        case .insert(let item, let offset): insert(item, at: offset)
        case .remove(let id): if let index = index(id) { entries.remove(at: index) }
        case .removeAt(let offsets):
            for offset in Set(offsets).sorted().reversed() where entries.indices.contains(offset) {
                entries.remove(at: offset)
            }
        case .move(let id, let offset):
            guard let index = index(id) else { return }
            let entry = entries.remove(at: index)
            entries.insert(entry, at: min(max(offset, 0), entries.count))
        case .moveFrom(let offsets, let offset):
            let moving = Set(offsets).sorted().filter(entries.indices.contains)
            let target = min(max(offset, 0), entries.count)
            let before = entries.indices.filter { $0 < target && !moving.contains($0) }
            let after = entries.indices.filter { $0 >= target && !moving.contains($0) }
            entries = (before + moving + after).map { entries[$0] }
        case .update(let id, let title): if let index = index(id) { entries[index].item.title = title }
        case .changeID(let id, let new): changeID(id, to: new)
        case .sort(let ascending):
            entries.sort { ascending ? $0.item.title < $1.item.title : $0.item.title > $1.item.title }
        case .replaceAll(let items):
            let old = entries
            entries = []
            for item in items where index(item.id) == nil {
                entries.append((old.first { $0.item.id == item.id }?.element ?? Element(item.id), item))
            }
        case .removeAll: entries = []
        case .save: saved = entries
        case .goBack: entries = saved
        }
    }

    private mutating func changeID(_ id: Int, to new: Int) {
        guard let index = index(id), id != new else { return }
        var item = entries.remove(at: index).item
        item.id = new
        insert(item, at: index)
    }
}

extension [Int] {
    /// Applies a reported change of a list to an array of ids.
    mutating func apply(_ step: SceneListStep<Int>) -> Bool {
        switch step {
        case .inserted(let id, let offset):
            guard offset <= count else { return false }
            insert(id, at: offset)
            return true
        case .removed(let id, let offset): return indices.contains(offset) && remove(at: offset) == id
        case .moved(let id, let from, let target):
            guard indices.contains(from), remove(at: from) == id, target <= count else { return false }
            insert(id, at: target)
            return true
        case .replaced(let id, let offset): return indices.contains(offset) && self[offset] == id
        }
    }
}

@Suite struct `List law` {
    @Test(arguments: seeds(repetitions(8, atLeast: 2), for: "List law"))
    func `a list behaves like a plain array`(_ seed: UInt64) {
        var dice = Dice(seed: seed)
        // In small lists the same ids occur more often, and large lists have many chunks.
        let ids = [6, 40, 700].randomElement(using: &dice) ?? 6
        var list = SceneList<RowList.Item>()
        var saved = list
        var model = ListModel()
        for number in 0..<repetitions(20_000, atLeast: 2_000) {
            let step = ListStep.random(&dice, ids: ids)
            step.apply(to: &list, saved: &saved)
            model.apply(step)
            let isSame = list.count == model.entries.count && list.elementsEqual(model.entries.map(\.item))
            #expect(isSame, "CIS_SEED=\(seed), step \(number): \(step)")
            guard isSame else { return }
            let id = Int.random(in: 0..<ids, using: &dice)
            let index = model.entries.firstIndex { $0.item.id == id }
            #expect(list.index(id: id) == index, "CIS_SEED=\(seed), step \(number): \(step)")
            #expect(list[id: id] == index.map { model.entries[$0].item })
        }
    }
}

/// After any change of a list, its children are those of its elements. A child that stays is the same scene, a new one
/// is a new scene, and a removed one is stopped and freed. An observer of the changes has the content of the list
/// without reading it.
@MainActor
@Suite struct `Law of a list of scenes` {
    @Test(arguments: seeds(repetitions(10, atLeast: 2), for: "Law of a list of scenes"))
    func `children follow any sequence of steps`(_ seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let walk = ListWalk(ids: [5, 30].randomElement(using: &dice) ?? 5)
        for number in 0..<repetitions(5_000, atLeast: 300) {
            let problem = try walk.commit(&dice)
            #expect(problem == nil, "CIS_SEED=\(seed), commit \(number): \(walk.last)")
            if problem != nil { return }
        }
        #expect(walk.end() == nil, "CIS_SEED=\(seed), at the end")
    }
}

/// A row list and its model, step by step.
@MainActor
private final class ListWalk {
    private var world = RowListFixture()
    private var rowList: SceneRuntime<RowList>?
    private var model = ListModel()
    private let saved = Shared(SceneList<RowList.Item>())
    private let ids: Int
    /// The scenes of the elements after the last commit, and how often each was tapped.
    private var scenes: [ObjectIdentifier: (scene: SceneIdentity, taps: Int, element: ListModel.Element)] = [:]
    private var newest: UInt64 = 0
    /// The list that the observer computes from the changes.
    private let followed = Shared<[Int]>([])
    private var token: ObservationToken?
    private(set) var last: [ListStep] = []

    init(ids: Int) {
        self.ids = ids
        follow(world.assemble())
    }

    private func follow(_ rowList: SceneRuntime<RowList>) {
        self.rowList = rowList
        newest = max(newest, rowList.identity.number)
        token = rowList.observeChanges(of: \.rows) { [followed] changes in
            guard let steps = changes.steps else { return followed.value = changes.list.ids }
            for step in steps where !followed.value.apply(step) { followed.value = [-1] }
        }
    }

    func commit(_ dice: inout Dice) throws -> String? {
        guard rowList != nil else { return "no scene" }
        let steps = (0..<Int.random(in: 1...4, using: &dice)).map { _ in ListStep.random(&dice, ids: ids) }
        last = steps
        for step in steps { model.apply(step) }
        let copies = saved
        world.change { state in
            // A mutation runs on the main actor, where the copies are.
            MainActor.assumeIsolated { for step in steps { step.apply(to: &state.rows, saved: &copies.value) } }
        }
        if let problem = compare() { return problem }
        tap(&dice)
        return Int.random(in: 0..<50, using: &dice) == 0 ? try restore() : nil
    }

    private func compare() -> String? {
        guard let rowList else { return "no scene" }
        let items = model.entries.map(\.item)
        guard rowList.state.rows.elementsEqual(items) else { return "state \(rowList.state.rows.ids)" }
        guard followed.value == items.map(\.id) else { return "followed \(followed.value)" }
        let rows = rowList.rows
        guard rows.count == items.count, rowList.children.count == items.count else { return "children \(rows.count)" }
        var now: [ObjectIdentifier: (SceneIdentity, Int, ListModel.Element)] = [:]
        for (entry, row) in zip(model.entries, rows) {
            let known = scenes[ObjectIdentifier(entry.element)]
            if let known, known.scene != row.identity {
                return "\(entry.item.id) was \(known.scene), is \(row.identity)"
            }
            if known == nil, row.identity.number <= newest { return "\(entry.item.id) is new, and yet \(row.identity)" }
            if row.state.taps != known?.taps ?? 0 { return "\(row.identity) was tapped \(row.state.taps) times" }
            guard row.identity.place == "\(entry.element.id)" else { return "\(row.identity) at \(entry.element.id)" }
            now[ObjectIdentifier(entry.element)] = (row.identity, row.state.taps, entry.element)
        }
        newest = max(newest, rows.map(\.identity.number).max() ?? 0)
        scenes = now
        guard world.live.live == items.count else { return "\(world.live.live) alive, \(items.count) wanted" }
        let running = world.made - world.stopped
        return running == items.count ? nil : "\(world.made) made, \(world.stopped) stopped"
    }

    private func tap(_ dice: inout Dice) {
        guard let entry = model.entries.randomElement(using: &dice) else { return }
        world.rowStore(rowList?.child(of: \.rows, entry.item.id))?.execute(.tapped)
        scenes[ObjectIdentifier(entry.element)]?.taps += 1
    }

    /// Continues with a tree that was saved and restored. Every scene is a new one, with the same state.
    private func restore() throws -> String? {
        let snapshot = try rowList?.snapshot(using: .json)
        token = nil
        rowList = nil
        guard world.live.live == 0 else { return "\(world.live.live) alive after the end" }
        world = RowListFixture()
        guard let restored = try snapshot?.restore(using: .json, { world.assemble() }) else { return "no snapshot" }
        for (key, known) in scenes {
            guard let row = restored.child(of: \.rows, known.element.id, as: Row.self) else { return "a row is lost" }
            scenes[key] = (row.identity, known.taps, known.element)
        }
        newest = restored.rows.map(\.identity.number).max() ?? newest
        // A copy from before the restore has no elements in common with the restored list.
        saved.value = restored.state.rows
        model.apply(.save)
        follow(restored)
        return compare()
    }

    /// Releases the row list.
    func end() -> String? {
        token = nil
        rowList = nil
        guard world.live.live == 0 else { return "\(world.live.live) alive" }
        return world.stopped == world.made ? nil : "\(world.made) made, \(world.stopped) stopped"
    }
}
