import CIS
import CISBridge

/// The scene that the tests use in a browser: a list of things to do.
enum Todo: SceneDefinition, Bridged {
    typealias Worker = TodoWorker

    enum Action: Sendable, Decodable {
        case add(title: String)
        case toggle(id: Int)
        /// Renames an item in a child.
        case edit(id: Int)
        case endEditing
        case rename(id: Int, title: String)
        /// Asks the user. The action ends when the user has answered.
        case removeDone
    }
    enum Mutation: Sendable {
        case changed([Item])
        case editing(Item?)
        case asking(Bool)
    }
    enum Output: Sendable, Encodable { case removed(count: Int) }

    struct Item: Sendable, Codable, Hashable, Identifiable {
        var id: Int
        var title: String
        var isDone = false
    }
    struct State: SceneState {
        var items: [Item] = []
        var isAsking = false
        var editor = Presented<Item>()
    }
    struct Shown: Encodable {
        let items: [Item]
        let isAsking: Bool
    }

    static func view(of state: State) -> Shown { Shown(items: state.items, isAsking: state.isAsking) }
}

/// Keeps the items, and asks the user.
@MainActor
protocol TodoWorker: Sendable {
    func items() -> [Todo.Item]
    func keep(_ items: [Todo.Item])
    func confirm(_ question: String) async throws -> Bool
}

final class TodoController: Controller {
    private let store: any MutationReceiverOf<Todo>
    private let worker: any TodoWorker

    init(store: any MutationReceiverOf<Todo>, worker: any TodoWorker) {
        self.store = store
        self.worker = worker
    }

    func handle(_ action: Todo.Action) async {
        var items = worker.items()
        switch action {
        case .add(let title):
            items.append(Todo.Item(id: (items.map(\.id).max() ?? 0) + 1, title: title))
            change(items)
        case .toggle(let id):
            for index in items.indices where items[index].id == id { items[index].isDone.toggle() }
            change(items)
        case .rename(let id, let title):
            for index in items.indices where items[index].id == id { items[index].title = title }
            change(items)
            store.execute(.editing(nil))
        case .edit(let id): store.execute(.editing(items.first { $0.id == id }))
        case .endEditing: store.execute(.editing(nil))
        case .removeDone: await removeDone()
        }
    }

    private func removeDone() async {
        let count = worker.items().count(where: \.isDone)
        store.execute(.asking(true))
        if (try? await worker.confirm("Remove \(count) done?")) == true {
            change(worker.items().filter { !$0.isDone })
        }
        store.execute(.asking(false))
    }

    private func change(_ items: [Todo.Item]) {
        worker.keep(items)
        store.execute(.changed(items))
    }
}

final class TodoStore: SceneStore<Todo>, Store {
    nonisolated static func mutate(_ state: inout Todo.State, by mutation: Todo.Mutation) {
        switch mutation {
        case .changed(let items): state.items = items
        case .editing(let item?): state.editor.present(item)
        case .editing(nil): state.editor.dismiss()
        case .asking(let isAsking): state.isAsking = isAsking
        }
    }
}

extension Todo {
    @MainActor
    static func assemble(_ worker: any TodoWorker) -> SceneRuntime<Todo> {
        let store = TodoStore(State(items: worker.items()), worker: worker)
        let scene = SceneRuntime<Todo>(controller: TodoController(store: store, worker: worker), store: store)
        scene.present(\.editor) { _, item in
            Editor.assemble(item)
        } onOutput: { todo, output in
            switch output {
            case .saved(let item): todo.execute(.rename(id: item.id, title: item.title))
            case .left: todo.execute(.endEditing)
            }
        }
        return scene
    }
}
