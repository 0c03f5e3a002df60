import CIS
import CISTesting

extension Series {
    /// What a scenario costs with more calls in flight, and with more rows that a `when` does not touch.
    static var scenarios: [Series] { [heldCalls, untouchedRows] }

    private static var heldCalls: Series {
        Series(
            name: "G-held", title: "call of a scenario held and released, by calls in flight",
            sizes: sizes(from: 10, to: 10_000)
        ) { size in
            let rounds = max(1, 1_000 / size)
            var answers = 0
            let time = await nanoseconds {
                for _ in 0..<rounds {
                    await given(ShelfFixture(), Shelf.State()) { test in
                        for number in 0..<size { test.scene.execute(.asked(number)) }
                        await test.settle()
                        for number in 0..<size { test.asking.release(.value(1)) { $0 == number } }
                        await test.settle()
                        answers += test.state.answers
                    }
                }
            }
            try expect("G-held", answers, size * rounds)
            return time / Double(size * rounds)
        }
    }

    private static var untouchedRows: Series {
        Series(
            name: "G-untouched", title: "when and then beside rows without ==, by rows",
            sizes: sizes(from: 10, to: 100_000)
        ) { size in
            var state = Shelf.State()
            state.books = (0..<size).map(Shelf.Book.init)
            let count = 100
            var (time, answers) = (0.0, 0)
            await given(ShelfFixture(), state) { test in
                test.asking.always(.value(1))
                time = await nanoseconds {
                    for number in 1...count {
                        await test.when(.asked(0))
                        test.then(\.answers == number)
                    }
                }
                answers = test.state.answers
            }
            try expect("G-untouched", answers, count)
            return time / Double(count)
        }
    }
}

/// A scene with rows that have no `==`. Its action calls a worker.
private enum Shelf: SceneDefinition {
    struct Book: Sendable { var number: Int }
    enum Action: Sendable { case asked(Int) }
    enum Mutation: Sendable { case answered(Int) }
    struct State: SceneState {
        var answers = 0
        var books: [Book] = []
    }
}

@MainActor
private final class ShelfController: Controller {
    private let store: ShelfStore
    private let asking: Stub<Int, Int>

    init(_ store: ShelfStore, _ asking: Stub<Int, Int>) {
        self.store = store
        self.asking = asking
    }

    func handle(_ action: Shelf.Action) async {
        guard case .asked(let number) = action else { return }
        store.execute(.answered(await asking(number)))
    }
}

@MainActor
private final class ShelfStore: Store {
    let publisher: StatePublisher<Shelf.State>

    init(_ state: Shelf.State) { publisher = StatePublisher(state) }

    nonisolated static func mutate(_ state: inout Shelf.State, by mutation: Shelf.Mutation) {
        guard case .answered(let answer) = mutation else { return }
        state.answers += answer
    }
}

private struct ShelfFixture: SceneFixture {
    let asking = Stub<Int, Int>(otherwise: 0)

    init() { asking.always(.wait) }

    func assemble(_ state: Shelf.State) -> SceneRuntime<Shelf> {
        let store = ShelfStore(state)
        return SceneRuntime(controller: ShelfController(store, asking), store: store)
    }
}
