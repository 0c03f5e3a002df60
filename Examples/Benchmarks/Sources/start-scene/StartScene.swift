import CIS

/// The smallest scene: X10 measures a process that makes it, executes an action and reads the state.
enum Number: SceneDefinition {
    enum Action: Sendable { case add }
    enum UseCase: Sendable { case add }
    enum Mutation: Sendable { case add }

    struct State: SceneState {
        var count = 0
        var domainState: Int { count }
    }
}

@MainActor
final class NumberStore: Store {
    let publisher = StatePublisher(Number.State())

    nonisolated static func mutate(_ state: inout Number.State, by mutation: Number.Mutation) {
        state.count += 1
    }
}

@MainActor
final class NumberController: Controller {
    private let store: any MutationReceiver<Number.Mutation>

    init(store: any MutationReceiver<Number.Mutation>) {
        self.store = store
    }

    func handle(_ action: Number.Action) async {
        store.execute(.add)
    }
}

@main
struct StartScene {
    @MainActor
    static func main() async {
        let store = NumberStore()
        let scene = SceneRuntime<Number>(controller: NumberController(store: store), store: store)
        var calls = 0
        let token = scene.observe(\.count) { _ in calls += 1 }
        await scene.execute(.add).value
        withExtendedLifetime(token) { precondition(calls == 2 && scene.state.count == 1) }
    }
}
