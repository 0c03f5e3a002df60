import CIS
import Testing

/// A scene that only holds other scenes.
private enum Shelf: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never

    struct State: SceneState {
        var books: SceneList<Book> = []
    }

    struct Book: Sendable, Equatable, Identifiable {
        let id: Int
    }
}

/// A scene without actions, whose state is changed by its children's outputs.
private enum Counted: SceneDefinition {
    typealias Action = Never

    struct State: SceneState {
        var total = 0
    }

    enum Mutation: Sendable { case counted }
}

private final class CountedStore: SceneStore<Counted>, Store {
    nonisolated static func mutate(_ state: inout Counted.State, by mutation: Counted.Mutation) {
        state.total += 1
    }
}

@MainActor
@Suite struct `A scene without actions` {
    @Test func `that never changes needs only a state`() {
        let shelf = SceneRuntime<Shelf>(Shelf.State(books: [Shelf.Book(id: 1), Shelf.Book(id: 2)]))
        shelf.list(\.books) { _, book in SampleScene(Sample.State(count: book.id)).runtime }
        #expect(shelf.state.books.count == 2)
        #expect(shelf.child(of: \.books, 2, as: Sample.self)?.state.count == 2)
        shelf.stop()
        #expect(shelf.child(of: \.books, 2, as: Sample.self) == nil)
    }

    @Test func `that its children change needs no controller`() {
        let store = CountedStore(Counted.State())
        let scene = SceneRuntime<Counted>(store: store)
        var totals: [Int] = []
        let token = scene.observe(\.total) { totals.append($0) }
        store.execute(.counted)
        #expect(totals == [0, 1])
        token.cancel()
    }
}
