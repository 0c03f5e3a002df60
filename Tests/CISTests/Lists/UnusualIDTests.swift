import CIS
import TestSupport
import Testing

/// Items whose ids break the rules: the id of an object changes while it is in a list, or an id is not equal to itself.
@Suite struct `Unusual ids in a list` {
    // Unchecked, because only the test uses it.
    final class Box: Identifiable, @unchecked Sendable {
        var id: Int

        init(_ id: Int) {
            self.id = id
        }
    }

    struct Measure: Identifiable {
        let id: Double
    }

    private let boxes = [Box(1), Box(2), Box(3)]

    private func list() -> SceneList<Box> { SceneList(boxes) }

    // Each function of a list is called after an id was changed, with the former and the new id.
    @Test(arguments: 0..<14)
    func `an object whose id has changed ends no program, and the list stays whole`(step: Int) {
        var list = list()
        boxes[1].id = 20
        switch step {
        case 0: list.replaceAll(with: [boxes[0]])
        case 1: list.removeAll()
        case 2: list.remove(2)
        case 3: list.remove(20)
        case 4: list.remove(atOffsets: [1])
        case 5: list.removeAll { $0.id == 20 }
        case 6: list.update(2) { $0.id = 21 }
        case 7: list.update(20) { $0.id = 21 }
        case 8: list.replace(with: Box(20))
        case 9: list.updateOrAppend(Box(2))
        case 10: list.move(20, to: 0)
        case 11: list.move(fromOffsets: [1], toOffset: 3)
        case 12: list.sort { $0.id > $1.id }
        default: list.append(contentsOf: [Box(2), Box(20)])
        }
        for id in [1, 2, 3, 20, 21] {
            _ = list[id: id]
            _ = list.index(id: id)
            _ = list.contains(id: id)
        }
        #expect(list.map(\.id) == list.ids)
        #expect(list.count == Array(list).count)
        list.append(Box(99))
        #expect(list[id: 99] != nil)
        list.removeAll()
        #expect(list.isEmpty && list[id: 2] == nil && list[id: 20] == nil)
    }

    @Test func `an object is removed by its offset, whatever its id is now`() {
        var list = list()
        boxes[1].id = 3
        list.remove(atOffsets: [1])
        #expect(list.map { $0 === boxes[0] || $0 === boxes[2] } == [true, true])
        #expect(list[id: 3] === boxes[2])
        #expect(list[id: 2] == nil)
    }

    @Test func `items with the id NaN are removed by offset and by a condition, and moved`() {
        var list = SceneList([Measure(id: .nan), Measure(id: 1), Measure(id: .nan), Measure(id: 2)])
        #expect(list.count == 4)
        list.move(fromOffsets: [0], toOffset: 4)
        #expect(list.map(\.id.isNaN) == [false, true, false, true])
        list.remove(atOffsets: [1])
        #expect(list.map(\.id.isNaN) == [false, false, true])
        list.removeAll { $0.id.isNaN }
        #expect(list.ids == [1, 2])
        list.append(Measure(id: .nan))
        list.replaceAll(with: [Measure(id: 2)])
        #expect(list.ids == [2])
        list.append(Measure(id: .nan))
        list.removeAll()
        #expect(list.isEmpty)
    }

    @MainActor
    @Test func `the scene of an object whose id has changed ends with its row`() {
        let store = BoxesStore(Boxes.State(rows: list()))
        let scene = SceneRuntime<Boxes>(controller: BoxesController(store: store), store: store)
        scene.list(\.rows) { _, _ -> any SceneNode in
            let store = BoxesStore(Boxes.State())
            return SceneRuntime<Boxes>(controller: BoxesController(store: store), store: store)
        }
        boxes[0].id = 5
        store.execute(.change { $0.remove(atOffsets: [0]) })
        #expect(scene.children.count == 2)
        store.execute(.change { $0.replaceAll(with: $0.prefix(1)) })
        #expect(scene.children.count == 1)
        store.execute(.change { $0.removeAll() })
        #expect(scene.children.isEmpty)
    }
}

private enum Boxes: SceneDefinition {
    enum Action: Sendable {}
    enum Mutation: Sendable { case change(@Sendable (inout SceneList<`Unusual ids in a list`.Box>) -> Void) }
    struct State: SceneState {
        var rows = SceneList<`Unusual ids in a list`.Box>()
    }
}

private final class BoxesController: SceneController<Boxes>, Controller {
    func handle(_ action: Boxes.Action) async {}
}

private final class BoxesStore: SceneStore<Boxes>, Store {
    nonisolated static func mutate(_ state: inout Boxes.State, by mutation: Boxes.Mutation) {
        switch mutation {
        case .change(let change): change(&state.rows)
        }
    }
}
