import CIS
import CISTesting
import Synchronization
import TestSupport
import Testing

/// What a scenario costs does not grow faster than what happens in it. Counted, not timed.
@MainActor
@Suite struct `Scenarios: cost` {
    @Test func `thousands of held calls are found one by one without looking at the others`() async {
        let count = repetitions(4_000, atLeast: 400)
        let asked = Atomic<Int>(0)
        await given(ScriptedFixture(), .init()) { test in
            test.call.always(.wait)
            for number in 0..<count {
                test.scene.execute(.init("\(number)") { tools in tools.log(await tools.call("\(number)")) })
            }
            await test.settle()
            #expect(test.call.held.count == count)
            for number in 0..<count {
                test.call.release(.value("")) { text in
                    asked.add(1, ordering: .relaxed)
                    return text == "\(number)"
                }
            }
            await test.settle()
            #expect(test.state.log.count == count)
        }
        #expect(asked.load(ordering: .relaxed) == count)
    }

    @Test func `rows that a when does not touch are not looked at, whatever holds them`() async {
        Shelf.Book.reflected.store(0, ordering: .relaxed)
        let books = (0..<1_000).map { Shelf.Book(id: $0) }
        var state = Shelf.State()
        state.array = books
        state.nested = [books]
        state.byID = Dictionary(uniqueKeysWithValues: books.map { ($0.id, $0) })
        state.list = SceneList(books)
        state.domainState.books = books
        state.optional = books
        await given(ShelfFixture(), state) { test in
            for _ in 0..<3 {
                await test.when(.touched)
                test.then(\.touches == test.state.touches)
            }
            test.then("only the count has changed", \.touches == 3)
        }
        #expect(Shelf.Book.reflected.load(ordering: .relaxed) == 0)
    }
}

/// A scene with many rows that cannot be compared.
private enum Shelf: SceneDefinition {
    struct Book: Sendable, Identifiable, CustomReflectable {
        static let reflected = Atomic<Int>(0)
        var id: Int

        var customMirror: Mirror {
            Self.reflected.add(1, ordering: .relaxed)
            return Mirror(self, children: ["id": id])
        }
    }

    enum Action: Sendable { case touched }
    typealias UseCase = Never
    enum Mutation: Sendable { case touched }
    struct State: SceneState {
        var touches = 0
        var array: [Book] = []
        var nested: [[Book]] = []
        var byID: [Int: Book] = [:]
        var list = SceneList<Book>()
        var optional: [Book]?
        var domainState = DomainState()
        struct DomainState: Sendable { var books: [Book] = [] }
    }
}

@MainActor private final class ShelfController: Controller {
    let store: ShelfStore
    init(_ store: ShelfStore) { self.store = store }
    func handle(_ action: Shelf.Action) async { store.execute(.touched) }
}

@MainActor private final class ShelfStore: Store {
    let publisher: StatePublisher<Shelf.State>
    init(_ state: Shelf.State) { publisher = StatePublisher(state) }
    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) { state.touches += 1 }
}

private struct ShelfFixture: SceneFixture {
    func assemble(_ state: Shelf.State) -> SceneRuntime<Shelf> {
        let store = ShelfStore(state)
        return SceneRuntime(controller: ShelfController(store), store: store)
    }
}
