import CIS
import Foundation

/// Things to do: added, edited, deleted, moved and filtered. A second after the last one was checked, those that are done move
/// to the end.
enum Todos: SceneDefinition {
    typealias Worker = any Clock<Duration>
    enum Action: Sendable {
        case addTapped, clearDoneTapped
        case edited(Todo.ID, FieldChange<Todo>)
        case deleted(IndexSet), moved(IndexSet, to: Int)
        case displayChanged(FieldChange<Display>)
    }
    enum UseCase: Sendable { case sort(after: Duration) }
    enum Mutation: Sendable, Equatable {
        case added, doneCleared, sorted
        case edited(Todo.ID, FieldChange<Todo>)
        case deleted(IndexSet), moved(IndexSet, to: Int)
        case displayChanged(FieldChange<Display>)
    }
    enum Filter: String, Codable, CaseIterable {
        case all, open, done
        func shows(_ todo: Todo) -> Bool { self == .all || todo.isDone == (self == .done) }
    }
    struct Display: FormFields, Equatable {
        var filter = Filter.all
        var isEditing = false
        static let fields = [field("filter", \.filter), field("isEditing", \.isEditing)]
    }
    struct State: SceneState {
        var display = Display()
        var todos: SceneList<Todo> = []
        var lastID = 0
        var shown: [Todo] { todos.filter(display.filter.shows) }
    }
}

struct Todo: FormFields, Identifiable, Equatable {
    let id: Int
    var text = ""
    var isDone = false
    static let fields = [field("text", \.text), field("isDone", \.isDone)]
}

final class TodosController: SceneController<Todos>, Controller {
    func handle(_ action: Todos.Action) async {
        switch action {
        case .addTapped: store.execute(.added)
        case .clearDoneTapped: store.execute(.doneCleared)
        case .edited(let id, let change):
            store.execute(.edited(id, change))
            if change.value(of: \.isDone) != nil { await interactor.execute(.sort(after: .seconds(1))) }
        case .deleted(let offsets): store.execute(.deleted(offsets))
        case .moved(let offsets, let offset):
            store.execute(.moved(offsets, to: offset))
            await interactor.execute(.sort(after: .milliseconds(100)))
        case .displayChanged(let change): store.execute(.displayChanged(change))
        }
    }

    /// Checking another one cancels the wait of the check before.
    func policy(for action: Todos.Action) -> ActionPolicy {
        if case .edited(_, let change) = action, change.value(of: \.isDone) != nil { .latest } else { .concurrent }
    }
}

final class TodosInteractor: SceneInteractor<Todos>, Interactor {
    func perform(_ useCase: Todos.UseCase) async {
        switch useCase {
        case .sort(let delay): if (try? await worker.sleep(for: delay)) != nil { store.execute(.sorted) }
        }
    }
}

final class TodosStore: SceneStore<Todos>, Store {
    nonisolated static func mutate(_ state: inout Todos.State, by mutation: Todos.Mutation) {
        switch mutation {
        case .added:
            state.lastID += 1
            state.todos.insert(Todo(id: state.lastID), at: 0)
        case .doneCleared: state.todos.removeAll(where: \.isDone)
        case .sorted: state.todos.sort { !$0.isDone && $1.isDone }
        case .edited(let id, let change): state.todos.update(id) { $0.apply(change) }
        case .deleted(let offsets): state.todos.remove(atOffsets: offsets, among: state.display.filter.shows)
        case .moved(let offsets, let offset):
            state.todos.move(fromOffsets: offsets, toOffset: offset, among: state.display.filter.shows)
        case .displayChanged(let change): state.display.apply(change)
        }
    }
}

extension Todos {
    @MainActor
    static func assemble(_ state: State = State(), clock: any Clock<Duration> = .continuous) -> SceneRuntime<Todos> {
        let store = TodosStore(state, worker: clock)
        let interactor = TodosInteractor(store: store, worker: clock)
        return SceneRuntime(controller: TodosController(interactor: interactor, store: store), store: store)
    }
}
