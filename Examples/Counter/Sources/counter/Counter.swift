import CIS

/// A counter that can be saved, counts up to a goal by itself, and has other counters stacked on top of it.
enum Counter: SceneDefinition {
    typealias Worker = any CounterWorker
    enum Action: Sendable { case counted(Int), saveTapped, goalChosen(Int), openTapped(from: Int) }
    enum UseCase: Sendable { case save }
    enum Mutation: Sendable { case added(Int), saved(Int), goalChosen(Int), opened(from: Int) }
    typealias Output = Int  // what was saved
    struct State: SceneState, Codable, CustomStringConvertible {
        var goal = 0, stack = SceneStack<Int>()  // where each counter on top of this one started
        var domainState = DomainState()
        struct DomainState: Sendable, Codable { var count = 0, saves = 0 }
        var description: String { "counts \(domainState.count), saves: \(domainState.saves), on top: \(stack)" }
    }
}

protocol CounterWorker: AnyObject, Sendable { @concurrent func save(_ count: Int) async }

final class CounterController: SceneController<Counter>, Controller {
    func handle(_ action: Counter.Action) async {
        switch action {
        case .counted(let number): store.execute(.added(number))
        case .saveTapped: await interactor.execute(.save)
        case .goalChosen(let goal): store.execute(.goalChosen(goal))
        case .openTapped(let start): store.execute(.opened(from: start))
        }
    }
    // 1. A policy: a tap while the counter is being saved is dropped.
    func policy(for action: Counter.Action) -> ActionPolicy {
        if case .saveTapped = action { .first } else { .concurrent }
    }
}

final class CounterInteractor: SceneInteractor<Counter>, Interactor {
    func perform(_ useCase: Counter.UseCase) async {
        let count = store.domainState.count
        await worker.save(count)
        store.execute(.saved(count))
    }
}

final class CounterStore: SceneStore<Counter>, Store {
    nonisolated static func mutate(_ state: inout Counter.State, by mutation: Counter.Mutation) {
        switch mutation {
        case .added(let number): state.domainState.count += number
        case .saved: state.domainState.saves += 1
        case .goalChosen(let goal): state.goal = goal
        case .opened(let start): state.stack.push(start)
        }
    }
    func sideEffects(of mutation: Counter.Mutation, on state: Counter.State) {
        if case .saved(let count) = mutation { outputs.send(count) }
    }
}

extension Counter {
    @MainActor static func assemble(from start: Int = 0, worker: any CounterWorker) -> SceneRuntime<Counter> {
        let store = CounterStore(State(domainState: State.DomainState(count: start)), worker: worker)
        let controller = CounterController(interactor: CounterInteractor(store: store, worker: worker), store: store)
        let scene = SceneRuntime<Counter>(controller: controller, store: store)
        // 2. A source: a timer, as long as the goal has not been reached.
        scene.sources { state in
            state.domainState.count < state.goal ? [.timer("tick", every: .milliseconds(20)) { _ in .counted(1) }] : []
        }
        // 3. A child for each element of the stack. What the child has saved is counted here, too.
        scene.stack(\.stack) { _, element in
            assemble(from: element.route, worker: worker)
        } onOutput: { scene, _, saved in
            scene.execute(.counted(saved))
        }
        return scene
    }
}
