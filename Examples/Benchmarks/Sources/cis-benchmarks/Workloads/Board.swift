import CIS

/// A scene with an array, and fields beside it.
enum Board: SceneDefinition {
    enum Action: Sendable {}
    enum UseCase: Sendable {}
    enum Mutation: Sendable { case tick, setItem(Int, Int) }

    struct State: SceneState {
        var ticks = 0
        var selection = 0
        var items: [Int] = []
        var domainState: Int { ticks }
        /// Computed. No workload changes the value.
        var isEmpty: Bool { items.isEmpty }
    }
}

@MainActor
final class BoardStore: Store {
    let publisher: StatePublisher<Board.State>

    init(items: Int) {
        publisher = StatePublisher(Board.State(items: Array(repeating: 0, count: items)))
    }

    nonisolated static func mutate(_ state: inout Board.State, by mutation: Board.Mutation) {
        switch mutation {
        case .tick: state.ticks &+= 1
        case .setItem(let index, let value): state.items[index] = value
        }
    }
}

@MainActor
final class BoardController: Controller {
    func handle(_ action: Board.Action) async {}
}

extension Board {
    @MainActor
    static func assemble(items: Int) -> (scene: SceneRuntime<Board>, store: BoardStore) {
        let store = BoardStore(items: items)
        return (SceneRuntime(controller: BoardController(), store: store), store)
    }
}

/// The baseline: the same state, and observers that each have a selector and a last value.
@MainActor
final class PlainBoard {
    struct Observer {
        let select: (Board.State) -> Int
        var last: Int
        let onChange: (Int) -> Void
    }

    var state: Board.State
    var observers: [Observer] = []

    init(items: Int) {
        state = Board.State(items: Array(repeating: 0, count: items))
    }

    func observe(_ select: @escaping (Board.State) -> Int, onChange: @escaping (Int) -> Void) {
        observers.append(Observer(select: select, last: select(state), onChange: onChange))
    }

    @inline(never)
    func execute(_ mutation: Board.Mutation) { executeInline(mutation) }

    /// The same without a call, so that the compiler knows the mutation. This is the fastest form of the plain side.
    @inline(__always)
    func executeInline(_ mutation: Board.Mutation) {
        switch mutation {
        case .tick: state.ticks &+= 1
        case .setItem(let index, let value): state.items[index] = value
        }
        for index in observers.indices {
            let value = observers[index].select(state)
            if value != observers[index].last {
                observers[index].last = value
                observers[index].onChange(value)
            }
        }
    }
}
