import CIS

/// A scene whose actions and use cases carry their own bodies, so that a test reads from top to bottom.
enum Lab: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        let body: @MainActor @Sendable (LabController) async -> Void
        var policy = ActionPolicy.concurrent

        var description: String { name }

        /// Any body, under a name.
        static func perform(
            _ name: String = "perform", policy: ActionPolicy = .concurrent,
            _ body: @escaping @MainActor @Sendable (LabController) async -> Void
        ) -> Action {
            Action(name: name, body: body, policy: policy)
        }

        /// Executes one mutation.
        static func mutate(_ mutation: Mutation) -> Action {
            perform("mutate(\(mutation))") { $0.store.execute(mutation) }
        }
    }

    struct UseCase: Sendable, CustomStringConvertible {
        let name: String
        let body: @MainActor @Sendable (LabInteractor) async -> Void

        var description: String { name }

        static func perform(
            _ name: String = "perform", _ body: @escaping @MainActor @Sendable (LabInteractor) async -> Void
        ) -> UseCase {
            UseCase(name: name, body: body)
        }
    }

    enum Mutation: Sendable, Equatable {
        case add(Int)
        case append(String)
        case setFlag(Bool)
        case setItem(Int, Int)
        case addToTotal(Int)
        case pulse(String)
    }

    enum Output: Sendable, Equatable {
        case told(String)
    }

    struct State: SceneState, Equatable {
        var count = 0
        var log: [String] = []
        var flag = false
        var items: [Int] = []
        var toast = Pulse<String>("")
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var total = 0
        }

        var doubled: Int { count * 2 }
    }
}

@MainActor
final class LabStore: Store {
    let publisher: StatePublisher<Lab.State>
    /// What the test wants done after a commit.
    var effects: ((Lab.Mutation, Lab.State) -> Void)?

    init(_ state: Lab.State = Lab.State()) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Lab.State, by mutation: Lab.Mutation) {
        switch mutation {
        case .add(let number): state.count += number
        case .append(let line): state.log.append(line)
        case .setFlag(let flag): state.flag = flag
        case .setItem(let index, let value): state.items[index] = value
        case .addToTotal(let number): state.domainState.total += number
        case .pulse(let text): state.toast.value = text
        }
    }

    func sideEffects(of mutation: Lab.Mutation, on state: Lab.State) {
        effects?(mutation, state)
    }
}

@MainActor
final class LabInteractor: Interactor {
    let store: any DomainStore<Lab.State.DomainState, Lab.Mutation>

    init(store: any DomainStore<Lab.State.DomainState, Lab.Mutation>) {
        self.store = store
    }

    func perform(_ useCase: Lab.UseCase) async {
        await useCase.body(self)
    }
}

@MainActor
final class LabController: Controller {
    let interactor: any Interactor<Lab.UseCase>
    let store: any MutationReceiver<Lab.Mutation>
    /// The scene, weakly, for actions that execute or run others.
    let scene = WeakScene<Lab>()

    init(interactor: any Interactor<Lab.UseCase>, store: any MutationReceiver<Lab.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Lab.Action) async {
        await action.body(self)
    }

    func policy(for action: Lab.Action) -> ActionPolicy {
        action.policy
    }
}

/// A lab scene with everything a test may want to look at.
@MainActor
struct LabScene {
    let runtime: SceneRuntime<Lab>
    let store: LabStore
    let outputs = OutputPort<Lab.Output>()
    let reports: ReportLog

    /// - Parameter clock: What policies go by, if not the system's clock.
    init(_ state: Lab.State = Lab.State(), clock: (any Clock<Duration>)? = nil) {
        let reports = ReportLog()
        let store = LabStore(state)
        let controller = LabController(interactor: LabInteractor(store: store), store: store)
        self.reports = reports
        self.store = store
        runtime = SceneRuntime(
            controller: controller, store: store, outputs: outputs, diagnostics: reports.reporter, clock: clock)
        controller.scene.scene = runtime
    }

    /// Executes an action with a body.
    @discardableResult
    func perform(
        _ name: String = "perform", policy: ActionPolicy = .concurrent,
        _ body: @escaping @MainActor @Sendable (LabController) async -> Void
    ) -> Task<Void, Never> {
        runtime.execute(.perform(name, policy: policy, body))
    }
}
