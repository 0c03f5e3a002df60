import CIS

/// A scene whose actions and use cases carry their own bodies, so that a test reads from top to bottom.
enum Sample: SceneDefinition {
    struct Action: Sendable, CustomStringConvertible {
        let name: String
        let body: @MainActor @Sendable (SampleController) async -> Void
        var policy = ActionPolicy.concurrent

        var description: String { name }

        /// Any body, under a name.
        static func perform(
            _ name: String = "perform", policy: ActionPolicy = .concurrent,
            _ body: @escaping @MainActor @Sendable (SampleController) async -> Void
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
        let body: @MainActor @Sendable (SampleInteractor) async -> Void

        var description: String { name }

        static func perform(
            _ name: String = "perform", _ body: @escaping @MainActor @Sendable (SampleInteractor) async -> Void
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
final class SampleStore: Store {
    let publisher: StatePublisher<Sample.State>
    /// Called after a commit.
    var effects: ((Sample.Mutation, Sample.State) -> Void)?

    init(_ state: Sample.State = Sample.State()) {
        publisher = StatePublisher(state)
    }

    nonisolated static func mutate(_ state: inout Sample.State, by mutation: Sample.Mutation) {
        switch mutation {
        case .add(let number): state.count += number
        case .append(let line): state.log.append(line)
        case .setFlag(let flag): state.flag = flag
        case .setItem(let index, let value): state.items[index] = value
        case .addToTotal(let number): state.domainState.total += number
        case .pulse(let text): state.toast.value = text
        }
    }

    func sideEffects(of mutation: Sample.Mutation, on state: Sample.State) {
        effects?(mutation, state)
    }
}

@MainActor
final class SampleInteractor: Interactor {
    let store: any DomainStore<Sample.State.DomainState, Sample.Mutation>

    init(store: any DomainStore<Sample.State.DomainState, Sample.Mutation>) {
        self.store = store
    }

    func perform(_ useCase: Sample.UseCase) async {
        await useCase.body(self)
    }
}

@MainActor
final class SampleController: Controller {
    let interactor: any Interactor<Sample.UseCase>
    let store: any MutationReceiver<Sample.Mutation>
    /// The scene, for actions that execute or run others.
    weak var scene: SceneRuntime<Sample>?

    init(interactor: any Interactor<Sample.UseCase>, store: any MutationReceiver<Sample.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Sample.Action) async {
        await action.body(self)
    }

    func policy(for action: Sample.Action) -> ActionPolicy {
        action.policy
    }
}

/// A sample scene, with everything that a test may check.
@MainActor
struct SampleScene {
    let runtime: SceneRuntime<Sample>
    let store: SampleStore
    let outputs = OutputPort<Sample.Output>()
    let reports: ReportLog

    /// - Parameter clock: The clock of policies, instead of the system's clock.
    init(_ state: Sample.State = Sample.State(), clock: (any Clock<Duration>)? = nil) {
        let reports = ReportLog()
        let store = SampleStore(state)
        let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
        self.reports = reports
        self.store = store
        runtime = SceneRuntime(
            controller: controller, store: store, outputs: outputs, diagnostics: reports.reporter, clock: clock)
        controller.scene = runtime
    }

    /// Executes an action with a body.
    @discardableResult
    func perform(
        _ name: String = "perform", policy: ActionPolicy = .concurrent,
        _ body: @escaping @MainActor @Sendable (SampleController) async -> Void
    ) -> Task<Void, Never> {
        runtime.execute(.perform(name, policy: policy, body))
    }
}
