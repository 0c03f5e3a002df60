import CIS

/// A number that two buttons change: a scene with one field.
enum Counter: SceneDefinition {
    enum Action: Sendable { case minusTapped, plusTapped }
    enum Mutation: Sendable, Equatable { case counted(by: Int) }
    struct State: SceneState, Equatable { var count = 0 }
}

final class CounterController: SceneController<Counter>, Controller {
    func handle(_ action: Counter.Action) async {
        switch action {
        case .minusTapped: store.execute(.counted(by: -1))
        case .plusTapped: store.execute(.counted(by: 1))
        }
    }
}

final class CounterStore: SceneStore<Counter>, Store {
    nonisolated static func mutate(_ state: inout Counter.State, by mutation: Counter.Mutation) {
        switch mutation {
        case .counted(let number): state.count += number
        }
    }
}

extension Counter {
    @MainActor
    static func assemble(_ state: State = State()) -> SceneRuntime<Counter> {
        let store = CounterStore(state)
        return SceneRuntime(controller: CounterController(store: store), store: store)
    }
}
