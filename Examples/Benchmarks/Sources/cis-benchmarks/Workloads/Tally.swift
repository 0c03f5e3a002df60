import CIS

/// A scene with a state of one number.
enum Tally: SceneDefinition {
    enum Action: Sendable { case add, addAfterWork, search, wait }
    enum UseCase: Sendable { case add, addAfterWork, search, wait }
    enum Mutation: Sendable { case add(Int), set(Int) }

    struct State: SceneState {
        var count = 0
        var domainState: Int { count }
    }
}

@MainActor
final class TallyStore: Store {
    let publisher: StatePublisher<Tally.State>

    init() { publisher = StatePublisher(Tally.State()) }

    nonisolated static func mutate(_ state: inout Tally.State, by mutation: Tally.Mutation) {
        switch mutation {
        case .add(let number): state.count &+= number
        case .set(let number): state.count = number
        }
    }
}

@MainActor
final class TallyInteractor: Interactor {
    private let store: any DomainStore<Int, Tally.Mutation>
    private let gate: Gate?

    init(store: any DomainStore<Int, Tally.Mutation>, gate: Gate?) {
        self.store = store
        self.gate = gate
    }

    func perform(_ useCase: Tally.UseCase) async {
        switch useCase {
        case .add: store.execute(.set(store.domainState &+ 1))
        case .addAfterWork:
            await work()
            store.execute(.add(1))
        case .search:
            await answer()
            if !Task.isCancelled { store.execute(.add(1)) }
        case .wait:
            await gate?.pass()
            store.execute(.add(1))
        }
    }
}

@MainActor
final class TallyController: Controller {
    private let interactor: any Interactor<Tally.UseCase>
    private let store: any MutationReceiver<Tally.Mutation>
    private let policy: ActionPolicy

    init(
        interactor: any Interactor<Tally.UseCase>, store: any MutationReceiver<Tally.Mutation>, policy: ActionPolicy
    ) {
        self.interactor = interactor
        self.store = store
        self.policy = policy
    }

    func handle(_ action: Tally.Action) async {
        switch action {
        case .add: await interactor.execute(.add)
        case .addAfterWork: await interactor.execute(.addAfterWork)
        case .search: await interactor.execute(.search)
        case .wait: await interactor.execute(.wait)
        }
    }

    func policy(for action: Tally.Action) -> ActionPolicy { policy }
}

/// What a use case awaits: a function that leaves the main actor.
@concurrent
func work() async {}

/// The same, but it certainly suspends. The compiler may remove an empty function.
@concurrent
func answer() async {
    await Task.yield()
}

extension Tally {
    /// The whole scene, with its runtime, and its store for mutations from outside of actions.
    @MainActor
    static func assemble(
        policy: ActionPolicy = .concurrent, gate: Gate? = nil
    ) -> (scene: SceneRuntime<Tally>, store: TallyStore) {
        let store = TallyStore()
        let interactor = TallyInteractor(store: store, gate: gate)
        let controller = TallyController(interactor: interactor, store: store, policy: policy)
        return (SceneRuntime(controller: controller, store: store), store)
    }
}

/// Lets actions wait until all of them may continue.
@MainActor
final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var isOpen = false
    /// The number of waiting actions.
    var count: Int { waiting.count }

    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func close() {
        isOpen = false
    }
}

/// The baseline: the same state, changed in place by a switch, and closures that are called. It has no rules and no tasks.
@MainActor
final class PlainTally {
    var state = Tally.State()
    var observers: [(Tally.State) -> Void] = []

    @inline(never)
    func execute(_ mutation: Tally.Mutation) {
        switch mutation {
        case .add(let number): state.count &+= number
        case .set(let number): state.count = number
        }
        for observer in observers { observer(state) }
    }

    /// The current task. A task that is started later replaces it.
    private(set) var latest: Task<Void, Never>?
    private(set) var isBusy = false

    /// Starts a task, and cancels the previous one.
    @discardableResult
    func replace(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        latest?.cancel()
        let task = Task { await body() }
        latest = task
        return task
    }

    /// Waits at the gate, unless it waits there already.
    @inline(never)
    func waitUnlessBusy(at gate: Gate) {
        guard !isBusy else { return }
        isBusy = true
        latest = Task {
            await gate.pass()
            execute(.add(1))
            isBusy = false
        }
    }

    /// The same as a main-actor method to await from elsewhere.
    func executeOnMainActor(_ mutation: Tally.Mutation) async {
        execute(mutation)
    }
}
