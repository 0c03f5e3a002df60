import CIS
import Foundation
import TestSupport
import Testing

/// The value `SceneList`. The suite `Scenes of a list` tests its children.
@Suite struct `Lists` {
    private typealias Item = RowList.Item

    private func list(_ ids: Int...) -> SceneList<RowList.Item> { SceneList(ids.map { Item(id: $0, title: "\($0)") }) }

    // MARK: Inserting

    @Test func `items are appended, and inserted at their offsets`() {
        var list = list(1, 2)
        list.append(Item(id: 3))
        list.insert(Item(id: 4), at: 0)
        list.insert(contentsOf: [Item(id: 5), Item(id: 6)], at: 2)
        #expect(list.ids == [4, 1, 5, 6, 2, 3])
    }

    @Test func `an offset outside of the list is clamped`() {
        var list = list(1)
        list.insert(Item(id: 2), at: 99)
        list.insert(Item(id: 3), at: -1)
        list.move(3, to: .max)
        list.move(2, to: .min)
        #expect(list.ids == [2, 1, 3])
        list.insert(contentsOf: [Item(id: 4), Item(id: 5)], at: .max)
        list.insert(contentsOf: [Item(id: 6), Item(id: 7)], at: .min)
        #expect(list.ids == [6, 7, 2, 1, 3, 4, 5])
    }

    @Test func `an item whose id is in the list is refused`() {
        var list = list(1, 2)
        let taken = (list.append(Item(id: 1, title: "another")), list.insert(Item(id: 2, title: "another"), at: 0))
        #expect(taken == (false, false))
        list.insert(contentsOf: [Item(id: 3), Item(id: 1), Item(id: 4), Item(id: 3)], at: 1)
        #expect(list.ids == [1, 3, 4, 2])
        #expect(list[id: 1]?.title == "1")
    }

    // MARK: Reading

    @Test func `an item is found by its id and by its offset`() {
        let list = list(7, 8, 9)
        #expect(list[id: 8]?.title == "8")
        #expect(list[1].title == "8")
        #expect(list.index(id: 9) == 2)
        #expect(list.contains(id: 7))
        #expect(list[id: 1] == nil)
        #expect(list.index(id: 1) == nil)
        #expect(!list.contains(id: 1))
    }

    @Test func `a list is a collection of its items`() {
        let list = list(3, 1, 2)
        #expect(list.map(\.id) == [3, 1, 2])
        #expect(list.first?.id == 3)
        #expect(list.last?.id == 2)
        #expect(list.reversed().map(\.id) == [2, 1, 3])
        #expect(list[1...].map(\.id) == [1, 2])
        #expect(list.filter { $0.id > 1 }.map(\.id) == [3, 2])
        #expect(SceneList<RowList.Item>().isEmpty)
        #expect("\(SceneList([Item(id: 1)]))" == "\([Item(id: 1)])")
        #expect(Mirror(reflecting: list).children.count == 3)
    }

    // MARK: Changing items

    @Test func `an item is changed in its place`() {
        var list = list(1, 2, 3)
        let changed = [list.update(2) { $0.title = "two" }, list.replace(with: Item(id: 3, title: "three"))]
        #expect(list.map(\.title) == ["1", "two", "three"])
        let others = [list.update(9) { $0.title = "nine" }, list.replace(with: Item(id: 9))]
        #expect(changed + others == [true, true, false, false])
        #expect(list.count == 3)
    }

    @Test func `an item is updated if it is there, else appended`() {
        var list = list(1)
        list.updateOrAppend(Item(id: 1, title: "one"))
        list.updateOrAppend(Item(id: 2, title: "two"))
        #expect(list.map(\.title) == ["one", "two"])
    }

    @Test func `an item that is given another id stays in its place`() {
        var list = list(1, 2, 3)
        list.update(2) { $0.id = 5 }
        #expect(list.ids == [1, 5, 3])
        #expect(!list.contains(id: 2))
    }

    @Test func `an item that is given the id of another leaves the list`() {
        var list = list(1, 2, 3)
        list.update(2) { $0.id = 3 }
        #expect(list.ids == [1, 3])
        #expect(list[id: 3]?.title == "3")
    }

    @Test func `items are changed in place, without a copy`() {
        var list = SceneList((0..<300).map { Box(id: $0, values: Array(1...3 + $0 % 2)) })
        let address = list[id: 7]?.values.withUnsafeBufferPointer { $0.baseAddress }
        list.update(7) { $0.values[0] = 9 }
        #expect(list[id: 7]?.values == [9, 2, 3, 4])
        #expect(list[id: 7]?.values.withUnsafeBufferPointer { $0.baseAddress } == address)
    }

    // MARK: Many

    @Test func `a reload keeps the elements whose ids remain, and changes their items and order`() {
        var list = list(1, 2, 3)
        list.replaceAll(with: [Item(id: 4), Item(id: 3, title: "three"), Item(id: 1), Item(id: 4, title: "again")])
        #expect(list.ids == [4, 3, 1])
        #expect(list[id: 3]?.title == "three")
        #expect(list[id: 4]?.title == "")
        list.removeAll()
        #expect(list.isEmpty)
        #expect(list[id: 3] == nil)
        list.append(Item(id: 3))
        #expect(list.ids == [3])
    }

    @Test func `a list is sorted, and items that compare equal keep their order`() {
        var list = SceneList((0..<500).map { RowList.Item(id: $0, title: "\($0 % 3)") })
        list.sort { $0.title < $1.title }
        #expect(list.map(\.title) == list.map(\.title).sorted())
        #expect(zip(list, list.dropFirst()).allSatisfy { $0.title < $1.title || $0.id < $1.id })
    }

    @Test func `items are removed by id, by offset and by a condition`() {
        var list = list(1, 2, 3, 4, 5, 6)
        let removed = [list.remove(3), list.remove(3)]
        #expect(removed.map { $0?.title } == ["3", nil])
        list.remove(atOffsets: [0, 2, 99, -1])
        #expect(list.ids == [2, 5, 6])
        list.removeAll { $0.id > 5 }
        #expect(list.ids == [2, 5])
    }

    // The same order as with SwiftUI's `onMove`.
    @Test func `items move from offsets to an offset as in SwiftUI`() {
        for seed in seeds(repetitions(2_000, atLeast: 300), for: "Moves of a list") {
            var dice = Dice(seed: seed)
            let count = Int.random(in: 0...8, using: &dice)
            var list = SceneList((0..<count).map { Item(id: $0) })
            let offsets = IndexSet((0..<count).filter { _ in Bool.random(using: &dice) })
            let target = Int.random(in: 0...count, using: &dice)
            let moving = offsets.map { $0 }
            let before = (0..<target).filter { !moving.contains($0) }
            let after = (target..<count).filter { !moving.contains($0) }
            list.move(fromOffsets: offsets, toOffset: target)
            #expect(list.ids == before + moving + after, "CIS_SEED=\(seed)")
        }
    }

    // MARK: Values

    @Test func `a copy is a value of its own`() {
        var list = list(1, 2, 3)
        let copy = list
        list.remove(2)
        list.update(1) { $0.title = "one" }
        #expect(copy.ids == [1, 2, 3])
        #expect(copy[id: 1]?.title == "1")
        #expect(list != copy)
        list.replaceAll(with: copy)
        #expect(list == copy)
    }

    @Test func `lists with equal items are equal and have equal hashes, whatever their history`() {
        var long = list(9, 2, 8, 1)
        long.removeAll { $0.id > 5 }
        long.move(1, to: 0)
        #expect(long == list(1, 2))
        #expect(long.hashValue == list(1, 2).hashValue)
        #expect(long != list(2, 1))
    }

    @Test func `a decoded list equals the one that was encoded`() throws {
        let decoded = try JSONDecoder().decode(SceneList<RowList.Item>.self, from: JSONEncoder().encode(list(3, 1, 2)))
        #expect(decoded == list(3, 1, 2))
    }

    // A file that was tampered with causes an error, and no trap.
    @Test func `a list in which an id occurs twice cannot be decoded`() {
        let json = #"[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":1,"title":"c"}]"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SceneList<RowList.Item>.self, from: Data(json.utf8))
        }
    }

    private struct Box: Identifiable {
        let id: Int
        var values: [Int]
    }
}
