import CIS
import Synchronization
import Testing

/// What a commit costs that changes one of 10,000 rows, or none. The tests count how often ids are hashed or compared, and
/// how many scenes are made. The benchmarks measure the time.
@MainActor
@Suite struct `Cost of a list of scenes` {
    private let made = Shared(0)
    private let told = Shared(0)
    private let owner = Owner()

    private func assemble() -> (scene: SceneRuntime<Shelf>, store: ShelfStore) {
        let items = (0..<10_000).map { Shelf.Item(id: CountedID(number: $0)) }
        let store = ShelfStore(Shelf.State(rows: SceneList(items)))
        let scene = SceneRuntime<Shelf>(store: store)
        scene.list(\.rows) { [made] _, _ in
            made.value += 1
            return SceneRuntime<Label>(Label.State())
        }
        scene.observeChanges(of: \.rows, on: owner, initially: false) { [told] _, changes in
            told.value += changes.steps?.count ?? 10_000
        }
        made.value = 0
        return (scene, store)
    }

    /// Returns how often ids are hashed or compared.
    private func uses(_ body: () -> Void) -> Int {
        let before = CountedID.uses.load(ordering: .relaxed)
        body()
        return CountedID.uses.load(ordering: .relaxed) - before
    }

    @Test func `a commit that leaves the list alone looks at none of its rows`() {
        let (scene, store) = assemble()
        let count = uses { for _ in 0..<100 { store.execute(Shelf.Mutation { $0.count += 1 }) } }
        #expect(count == 0)
        #expect((scene.state.count, made.value, told.value) == (100, 0, 0))
    }

    @Test func `a commit that changes one row looks at few others`() {
        let (scene, store) = assemble()
        let new = CountedID(number: 10_000)
        let changes: [@Sendable (inout Shelf.State) -> Void] = [
            { $0.rows.insert(Shelf.Item(id: new), at: 0) }, { $0.rows.move(new, to: 5_000) },
            { $0.rows.update(new) { $0.title = "new" } }, { $0.rows.remove(new) },
        ]
        for change in changes {
            let count = uses { store.execute(Shelf.Mutation(change: change)) }
            // A dictionary compares the few ids that are in the same places of its table. There are 10,000.
            #expect(count < 500)
        }
        #expect(made.value == 1)
        #expect(told.value == 4)
        #expect(scene.children.count == 10_000)
    }
}

/// An id that counts how often an id is hashed or compared.
private struct CountedID: Hashable, Sendable {
    static let uses = Atomic<Int>(0)
    let number: Int

    static func == (lhs: CountedID, rhs: CountedID) -> Bool {
        uses.add(1, ordering: .relaxed)
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
        Self.uses.add(1, ordering: .relaxed)
        hasher.combine(number)
    }
}

private enum Shelf: SceneDefinition {
    typealias Action = Never

    struct Mutation: Sendable {
        let change: @Sendable (inout State) -> Void
    }

    struct Item: Sendable, Identifiable {
        let id: CountedID
        var title = ""
    }

    struct State: SceneState {
        var rows: SceneList<Item>
        var count = 0
    }
}

private enum Label: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never

    struct State: SceneState {}
}

private final class ShelfStore: SceneStore<Shelf>, Store {
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
        mutation.change(&state)
    }
}
