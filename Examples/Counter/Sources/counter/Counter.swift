import CIS

/// A counter that can be saved slowly, counts by itself on request, and stacks counters on top of itself.
enum Counter: SceneDefinition {
    enum Action: Sendable { case plusTapped, saveTapped, autoTapped(Bool), ticked, stackTapped(from: Int), backTapped }
    enum UseCase: Sendable { case save }
    enum Mutation: Sendable { case added(Int), saved, setTicking(Bool), pushed(Int), popped }
    enum Output: Sendable { case saved(Int) }
    struct State: SceneState, Codable {
        var isTicking = false
        var stack = SceneStack<Int>()  // the start of each counter above this one
        var domainState = DomainState()
        struct DomainState: Sendable, Codable { var count = 0, saves = 0 }
    }
}

@MainActor final class CounterController: Controller {
    private let interactor: any Interactor<Counter.UseCase>
    private let store: any MutationReceiver<Counter.Mutation>
    init(interactor: any Interactor<Counter.UseCase>, store: any MutationReceiver<Counter.Mutation>) {
        (self.interactor, self.store) = (interactor, store)
    }

    func handle(_ action: Counter.Action) async {
        switch action {
        case .plusTapped, .ticked: store.execute(.added(1))
        case .saveTapped: await interactor.execute(.save)
        case .autoTapped(let isOn): store.execute(.setTicking(isOn))
        case .stackTapped(let start): store.execute(.pushed(start))
        case .backTapped: store.execute(.popped)
        }
    }

    // 1. A policy: a second tap while saving is dropped.
    func policy(for action: Counter.Action) -> ActionPolicy {
        if case .saveTapped = action { .first } else { .concurrent }
    }
}

@MainActor final class CounterInteractor: Interactor {
    private let store: any DomainStore<Counter.State.DomainState, Counter.Mutation>
    private let worker: any CounterWorker
    init(store: any DomainStore<Counter.State.DomainState, Counter.Mutation>, worker: any CounterWorker) {
        (self.store, self.worker) = (store, worker)
    }

    func perform(_ useCase: Counter.UseCase) async {
        await worker.save(store.domainState.count)
        store.execute(.saved)
    }
}

@MainActor final class CounterStore: Store {
    let publisher: StatePublisher<Counter.State>
    private let outputs: OutputPort<Counter.Output>
    init(_ state: Counter.State, outputs: OutputPort<Counter.Output>) {
        (publisher, self.outputs) = (StatePublisher(state), outputs)
    }

    nonisolated static func mutate(_ state: inout Counter.State, by mutation: Counter.Mutation) {
        switch mutation {
        case .added(let number): state.domainState.count += number
        case .saved: state.domainState.saves += 1
        case .setTicking(let isTicking): state.isTicking = isTicking
        case .pushed(let start): state.stack.push(start)
        case .popped: state.stack.pop()
        }
    }

    func sideEffects(of mutation: Counter.Mutation, on state: Counter.State) {
        if case .saved = mutation { outputs.send(.saved(state.domainState.count)) }
    }
}

protocol CounterWorker: AnyObject, Sendable {
    @concurrent func save(_ count: Int) async
}

extension Counter {
    @MainActor static func assemble(_ count: Int = 0, worker: any CounterWorker) -> SceneRuntime<Counter> {
        let outputs = OutputPort<Output>()
        let store = CounterStore(State(domainState: State.DomainState(count: count)), outputs: outputs)
        let interactor = CounterInteractor(store: store, worker: worker)
        // 2. A timer: open as long as the state asks for it.
        let scene = SceneRuntime<Counter>(
            controller: CounterController(interactor: interactor, store: store), store: store, outputs: outputs,
            sources: { $0.isTicking ? [.timer("tick", every: .milliseconds(20)) { _ in .ticked }] : [] })
        // 3. Children: one per element of the stack. What a child has saved counts here, too.
        scene.stack(\.stack) { scene, start in
            let child = assemble(start, worker: worker)
            child.outputs?.connect(to: scene) { scene, _ in scene.execute(.plusTapped) }
            return child
        }
        return scene
    }
}
