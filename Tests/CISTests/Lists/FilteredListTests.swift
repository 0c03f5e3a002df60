import CIS
import TestSupport
import Testing

/// Changing a list by the offsets of a view that shows only some of the items.
@Suite struct `Offsets in a filtered list` {
    private typealias Item = RowList.Item

    private func list(_ ids: Int...) -> SceneList<RowList.Item> { SceneList(ids.map { Item(id: $0) }) }

    private func isEven(_ item: RowList.Item) -> Bool { item.id.isMultiple(of: 2) }

    @Test func `items are removed among those that are shown`() {
        var list = list(1, 2, 3, 4, 5, 6)
        list.remove(atOffsets: [0, 2], among: isEven)
        #expect(list.ids == [1, 3, 4, 5])
    }

    @Test func `an item is moved before another one that is shown`() {
        var list = list(1, 2, 3, 4, 5, 6)
        list.move(fromOffsets: [2], toOffset: 1, among: isEven)
        #expect(list.ids == [1, 2, 3, 6, 4, 5])
    }

    @Test func `an item that is moved to the end comes behind the last one that is shown`() {
        var list = list(2, 4, 6, 1, 3)
        list.move(fromOffsets: [0], toOffset: 3, among: isEven)
        #expect(list.ids == [4, 6, 2, 1, 3])
    }

    @Test func `offsets that are not shown are skipped`() {
        var list = list(1, 2, 3)
        list.remove(atOffsets: [-1, 1, 9], among: isEven)
        list.move(fromOffsets: [-1, 1, 9], toOffset: -5, among: isEven)
        list.move(fromOffsets: [0], toOffset: 9) { _ in false }
        #expect(list.ids == [1, 2, 3])
    }

    @Test func `shown items change like an array, and hidden items keep their order`() {
        for seed in seeds(200, for: "filtered list") {
            var dice = Dice(seed: seed)
            var list = SceneList((0..<Int.random(in: 0..<12, using: &dice)).shuffled(using: &dice).map { Item(id: $0) })
            for _ in 0..<10 {
                var shown = list.filter(isEven).map(\.id)
                let hidden = list.ids.filter { !$0.isMultiple(of: 2) }
                let offsets = Set(shown.indices.filter { _ in Bool.random(using: &dice) })
                let picked = offsets.sorted().map { shown[$0] }
                if Int.random(in: 0..<8, using: &dice) == 0 {
                    list.remove(atOffsets: offsets, among: isEven)
                    shown.removeAll(where: picked.contains)
                } else {
                    let place = Int.random(in: 0...shown.count, using: &dice)
                    list.move(fromOffsets: offsets, toOffset: place, among: isEven)
                    let rest = { (ids: ArraySlice<Int>) in ids.filter { !picked.contains($0) } }
                    shown = rest(shown[..<place]) + picked + rest(shown[place...])
                }
                #expect(list.filter(isEven).map(\.id) == shown, "CIS_SEED=\(seed)")
                #expect(list.ids.filter { !$0.isMultiple(of: 2) } == hidden, "CIS_SEED=\(seed)")
            }
        }
    }
}
