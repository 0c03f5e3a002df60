import CIS
import TestSupport
import Testing

/// Rows that learn of a new item.
@MainActor
@Suite struct `A row whose item changes` {
    private let log = Recorder<String>()
    /// The scenes of the test, which live as long as it runs.
    private let scenes = Recorder<SceneRuntime<Shelf>>()

    private func assemble(_ ids: [Int]) -> (SceneRuntime<Shelf>, ShelfStore) {
        let store = ShelfStore(Shelf.State(books: SceneList(ids.map { Book(id: $0, title: "book \($0)") })))
        let shelf = SceneRuntime<Shelf>(controller: ShelfController(store: store), store: store)
        scenes.note(shelf)
        shelf.list(\.books) { _, book in
            BookScene.assemble(book)
        } onChange: { [log] book in
            log.note("\(book.id): \(book.title)")
            return .changed(book.title)
        } onOutput: { shelf, id, output in
            shelf.execute(.noted("\(id) \(output)"))
        }
        return (shelf, store)
    }

    private func titles(_ shelf: SceneRuntime<Shelf>) -> [String] {
        shelf.state.books.ids.compactMap { shelf.child(of: \.books, $0, as: BookScene.self)?.state.title }
    }

    @Test func `it executes the action of onChange, whatever has changed the item`() async {
        let (shelf, store) = assemble([1, 2, 3])
        store.change { $0.books.update(2) { $0.title = "updated" } }
        await mainQueueTurn()
        #expect(titles(shelf) == ["book 1", "updated", "book 3"])
        store.change { $0.books.replaceAll(with: [Book(id: 3, title: "reloaded"), Book(id: 1, title: "book 1")]) }
        await mainQueueTurn()
        #expect(titles(shelf) == ["reloaded", "book 1"])
        store.change { $0.books.updateOrAppend(Book(id: 1, title: "upserted")) }
        await mainQueueTurn()
        #expect(titles(shelf) == ["reloaded", "upserted"])
        #expect(log.entries == ["2: updated", "3: reloaded", "1: upserted"])
    }

    @Test func `it is told once per commit, in the order of the list, and only if its item differs`() {
        let (_, store) = assemble([1, 2, 3])
        store.change {
            $0.books.update(3) { $0.title = "c" }
            $0.books.update(1) { $0.title = "a" }
            $0.books.update(3) { $0.title = "c2" }
            $0.books.update(2) { $0.title = "b" }
            $0.books.update(2) { $0.title = "book 2" }
            $0.books.move(3, to: 0)
        }
        #expect(log.entries == ["3: c2", "1: a"])
        store.change { $0.books.sort { $0.id < $1.id } }
        store.change { $0.books.replaceAll(with: Array($0.books)) }
        #expect(log.entries.count == 2)
    }

    @Test func `a new row, and one that was inserted again, has the new item from the start`() {
        let (_, store) = assemble([1])
        store.change {
            $0.books.remove(1)
            $0.books.append(Book(id: 1, title: "again"))
            $0.books.update(1) { $0.title = "again and changed" }
        }
        #expect(log.entries == [])
    }

    @Test func `undo to an older list tells the rows that stay`() async {
        let (shelf, store) = assemble([1, 2])
        let before = shelf.state.books
        store.change { $0.books.update(1) { $0.title = "new" } }
        store.change { $0.books = before }
        await mainQueueTurn()
        #expect(log.entries == ["1: new", "1: book 1"])
        #expect(titles(shelf) == ["book 1", "book 2"])
    }

    @Test func `more changes than are remembered reach every row`() {
        let (_, store) = assemble(Array(0..<400))
        store.change { state in
            for id in 0..<400 where id != 7 { state.books.update(id) { $0.title = "new" } }
        }
        #expect(log.entries.count == 399)
    }

    @Test func `an output that the action sends reaches the parent`() async {
        let (shelf, store) = assemble([1, 2])
        store.change { $0.books.update(2) { $0.title = "shout" } }
        await mainQueueTurn()
        await mainQueueTurn()
        #expect(shelf.state.notes == ["2 heard"])
    }

    @Test func `a row that was stopped by hand is not told`() {
        let (shelf, store) = assemble([1, 2])
        shelf.child(of: \.books, 1, as: BookScene.self)?.stop()
        store.change { $0.books.update(1) { $0.title = "new" } }
        #expect(log.entries == [])
    }

    @Test func `rows of several definitions are told through a function`() {
        let store = ShelfStore(Shelf.State(books: [Book(id: 1, title: "one")]))
        let shelf = SceneRuntime<Shelf>(controller: ShelfController(store: store), store: store)
        scenes.note(shelf)
        shelf.list(\.books) { _, book in
            BookScene.assemble(book) as any SceneNode
        } onChange: { [log] row, book in
            log.note("\(row.identity.name): \(book.title)")
        }
        store.change { $0.books.update(1) { $0.title = "new" } }
        #expect(log.entries == ["BookScene: new"])
    }

    @Test func `items without equality are told when their bits differ, so a sort tells nobody`() {
        let store = ShelfStore(Shelf.State(plain: SceneList([2, 1].map { PlainItem(id: $0, count: 0) })))
        let shelf = SceneRuntime<Shelf>(controller: ShelfController(store: store), store: store)
        scenes.note(shelf)
        shelf.list(\.plain) { _, _ in
            LabelScene.assemble()
        } onChange: { [log] item in
            log.note("\(item.id): \(item.count)")
            return nil
        }
        store.change { $0.plain.sort { $0.id < $1.id } }
        #expect(log.entries == [])
        store.change { $0.plain.replaceAll(with: [1, 2].map { PlainItem(id: $0, count: $0 - 1) }) }
        #expect(log.entries == ["2: 1"])
    }
}

private struct Book: Sendable, Equatable, Identifiable {
    let id: Int
    var title: String
}

private struct PlainItem: Sendable, Identifiable {
    let id: Int
    var count: Int
}

private enum Shelf: SceneDefinition {
    enum Action: Sendable { case noted(String) }
    typealias UseCase = Never
    struct Mutation: Sendable { let change: @Sendable (inout State) -> Void }
    struct State: SceneState {
        var books: SceneList<Book> = []
        var plain: SceneList<PlainItem> = []
        var notes: [String] = []
    }
}

private final class ShelfStore: SceneStore<Shelf>, Store {
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) { mutation.change(&state) }
}

extension ShelfStore {
    fileprivate func change(_ change: @escaping @Sendable (inout Shelf.State) -> Void) {
        execute(Shelf.Mutation(change: change))
    }
}

private final class ShelfController: SceneController<Shelf>, Controller {
    func handle(_ action: Shelf.Action) async {
        if case .noted(let text) = action { store.execute(Shelf.Mutation { $0.notes.append(text) }) }
    }
}

private enum BookScene: SceneDefinition {
    enum Action: Sendable { case changed(String) }
    enum Mutation: Sendable { case changed(String) }
    enum Output: Sendable { case heard }
    struct State: SceneState { var title: String }

    @MainActor
    static func assemble(_ book: Book) -> SceneRuntime<BookScene> {
        let store = BookSceneStore(State(title: book.title))
        return SceneRuntime(controller: BookSceneController(store: store), store: store)
    }
}

private final class BookSceneStore: SceneStore<BookScene>, Store {
    nonisolated static func mutate(_ state: inout BookScene.State, by mutation: BookScene.Mutation) {
        if case .changed(let title) = mutation { state.title = title }
    }

    func sideEffects(of mutation: BookScene.Mutation, on state: BookScene.State) {
        if state.title == "shout" { outputs.send(.heard) }
    }
}

private final class BookSceneController: SceneController<BookScene>, Controller {
    func handle(_ action: BookScene.Action) async {
        if case .changed(let title) = action { store.execute(.changed(title)) }
    }
}

/// A row without outputs.
private enum LabelScene: SceneDefinition {
    typealias Action = Never
    typealias Mutation = Never
    struct State: SceneState {}

    @MainActor
    static func assemble() -> SceneRuntime<LabelScene> { SceneRuntime(State()) }
}
