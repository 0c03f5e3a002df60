import CIS

/// A counter that can be saved, counts to a goal by itself, and has other counters stacked on top of it.
enum Counter: SceneDefinition {
    typealias Worker = any CounterWorker

    enum Action: Sendable, Codable {
        case counted(Int)
        case saveTapped
        case goalChosen(Int)
        case openTapped(start: Int)
    }

    enum UseCase: Sendable { case save }

    enum Mutation: Sendable, Codable {
        case added(Int)
        case saved(Int)
        case goalChosen(Int)
        case opened(start: Int)
    }

    /// What a counter sends to the counter below it.
    enum Output: Sendable { case saved(Int) }

    struct State: SceneState, Codable {
        var goal = 0
        /// The initial count of each counter on top of this one.
        var stack = SceneStack<Int>()
        var domainState = DomainState()

        struct DomainState: Sendable, Codable {
            var count = 0
            var saves = 0
        }
    }
}

protocol CounterWorker: AnyObject, Sendable {
    @concurrent func save(_ count: Int) async
}

final class CounterController: SceneController<Counter>, Controller {
    func handle(_ action: Counter.Action) async {
        switch action {
        case .counted(let number): store.execute(.added(number))
        case .saveTapped: await interactor.execute(.save)
        case .goalChosen(let goal): store.execute(.goalChosen(goal))
        case .openTapped(let start): store.execute(.opened(start: start))
        }
    }

    // 1. A policy: a tap while the counter is being saved is dropped.
    func policy(for action: Counter.Action) -> ActionPolicy {
        if case .saveTapped = action { .first } else { .concurrent }
    }
}

final class CounterInteractor: SceneInteractor<Counter>, Interactor {
    func perform(_ useCase: Counter.UseCase) async {
        switch useCase {
        case .save:
            let count = store.domainState.count
            await worker.save(count)
            store.execute(.saved(count))
        }
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
        if case .saved(let count) = mutation { outputs.send(.saved(count)) }
    }
}

extension Counter {
    /// - Parameter clock: The clock of the timer. The default is the system's clock.
    @MainActor
    static func assemble(
        _ state: State = State(), worker: Worker, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<Counter> {
        let store = CounterStore(state, worker: worker)
        let interactor = CounterInteractor(store: store, worker: worker)
        let controller = CounterController(interactor: interactor, store: store)
        let scene = SceneRuntime<Counter>(controller: controller, store: store, clock: clock)

        // 2. A source: a timer that runs as long as the goal has not been reached.
        scene.sources { state in
            guard state.domainState.count < state.goal else { return [] }
            return [.timer("tick", every: .milliseconds(20)) { _ in .counted(1) }]
        }

        // 3. A child for each element of the stack. The value that a child saves is added to this counter.
        scene.stack(\.stack) { _, element in
            assemble(State(domainState: State.DomainState(count: element.route)), worker: worker, clock: clock)
        } onOutput: { scene, _, output in
            switch output {
            case .saved(let count): scene.execute(.counted(count))
            }
        }
        return scene
    }
}

extension Counter.State: CustomStringConvertible {
    var description: String { "counts \(domainState.count), saves: \(domainState.saves), on top: \(stack)" }
}
