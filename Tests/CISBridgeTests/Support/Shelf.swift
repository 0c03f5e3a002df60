import CIS
import CISBridge

/// A scene with a list whose elements have scenes.
enum Shelf: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case add(Int)
        case remove(Int)
        case reverse
    }
    enum Mutation: Sendable { case added(Int), removed(Int), reversed }
    struct Book: Sendable, Codable, Equatable, Identifiable { let id: Int }
    struct State: SceneState, Codable { var books: SceneList<Book> = [] }

    @MainActor
    static func assemble() -> SceneRuntime<Shelf> {
        let store = ShelfStore(State(), worker: ())
        let scene = SceneRuntime<Shelf>(controller: ShelfController(store: store), store: store)
        scene.list(\.books) { _, book in
            Detail.assemble("book \(book.id)")
        } onOutput: { _, _, _ in
        }
        return scene
    }
}

final class ShelfController: SceneController<Shelf>, Controller {
    func handle(_ action: Shelf.Action) async {
        switch action {
        case .add(let id): store.execute(.added(id))
        case .remove(let id): store.execute(.removed(id))
        case .reverse: store.execute(.reversed)
        }
    }
}

final class ShelfStore: SceneStore<Shelf>, Store {
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
        switch mutation {
        case .added(let id): state.books.append(Shelf.Book(id: id))
        case .removed(let id): state.books.remove(id)
        case .reversed: state.books.sort { $0.id > $1.id }
        }
    }
}
